import type { FastifyReply } from 'fastify'
import { type FieldErrors, InvalidFields } from '../../accounts/field-errors.ts'
import { readDraft, storeDraft } from '../../accounts/picture-drafts.ts'
import type { PictureKind } from '../../accounts/pictures.ts'
import { changeProfileWithPictures } from '../../accounts/profile-with-pictures.ts'
import type { App } from '../../app.ts'
import { UploadedFile } from '../../http/body/uploaded-file.ts'
import { deriveSecret, sameSecret } from '../../oauth/secrets.ts'
import { type Crop, WHOLE } from '../../processing/crop.ts'
import { parseFocus } from '../../processing/focus.ts'
import { mediaLimits } from '../../processing/limits.ts'
import { goTo, textOf } from '../pages.ts'
import type { SignedIn } from '../signed-in.ts'
import { type CropForm, cropCard, PATH } from './picture-forms.ts'
import type { SettingsFrame } from './section.ts'

/** one file and little else */
const MAX_BODY = mediaLimits.profileImageBytes + 2 ** 16

type ShowProfile = (caller: SignedIn, errors: FieldErrors) => Promise<FastifyReply>

/**
 * A picture is uploaded whole, then a part of it is chosen over it: so that works without script, too.
 * What was uploaded is known again by its key and a proof that it was given to this user.
 */
export function pictureRoutes(frame: SettingsFrame, showProfile: ShowProfile): void {
  for (const kind of ['avatar', 'header'] as const) {
    uploadRoute(frame, kind, showProfile)
    cropRoutes(frame, kind)
    frame.form({
      path: `${PATH}/${kind}/remove`,
      async submit({ user, reply }) {
        const none = { [`${kind}_description`]: '' }
        await changeProfileWithPictures(frame.app, user.id, none, { [kind]: null })
        return goTo(reply, `${PATH}?done=removed`)
      },
    })
  }
}

function uploadRoute(frame: SettingsFrame, kind: PictureKind, showProfile: ShowProfile): void {
  const { app } = frame
  frame.form({
    path: `${PATH}/${kind}`,
    limits: ['media'],
    maxBody: MAX_BODY,
    async submit(caller) {
      const file = (caller.request.body as Record<string, unknown> | undefined)?.[kind]
      if (!(file instanceof UploadedFile)) {
        const missing = { error: 'ERR_BLANK', description: 'is not chosen yet' } as const
        return showProfile(caller, { [kind]: [missing] })
      }
      try {
        const { key } = await storeDraft(app, kind, file)
        const query = new URLSearchParams({ picture: key, proof: proofOf(app, caller, kind, key) })
        return goTo(caller.reply, `${PATH}/${kind}?${query}`)
      } catch (error) {
        if (!(error instanceof InvalidFields)) throw error
        return showProfile(caller, error.fields)
      }
    },
  })
}

function cropRoutes(frame: SettingsFrame, kind: PictureKind): void {
  const { app } = frame
  frame.page({
    path: `${PATH}/${kind}`,
    async show(caller) {
      const given = readProof(app, caller, kind, caller.request.query)
      if (given === null) return goTo(caller.reply, PATH)
      const file = await app.storage.open(given.key)
      if (file === null) return goTo(caller.reply, `${PATH}?done=gone`)
      await file.close()
      const form = { focus: '0,0', zoom: '1', description: '' }
      return showCrop(frame, caller, { kind, given, form, errors: {} })
    },
  })
  frame.form({
    path: `${PATH}/${kind}/use`,
    async submit(caller) {
      const { body } = caller.request
      const given = readProof(app, caller, kind, body)
      const prepared = given === null ? null : await readDraft(app, given.key)
      if (given === null || prepared === null) return goTo(caller.reply, `${PATH}?done=gone`)
      const form = {
        focus: textOf(body, 'focus'),
        zoom: textOf(body, 'zoom'),
        description: textOf(body, 'description'),
      }
      const texts = { [`${kind}_description`]: form.description }
      const picture = { prepared, crop: cropIn(form) }
      try {
        await changeProfileWithPictures(app, caller.user.id, texts, { [kind]: picture })
      } catch (error) {
        if (!(error instanceof InvalidFields)) throw error
        return showCrop(frame, caller, { kind, given, form, errors: error.fields })
      }
      return goTo(caller.reply, `${PATH}?done=picture`)
    },
  })
}

interface Given {
  key: string
  proof: string
}

function showCrop(
  frame: SettingsFrame,
  caller: SignedIn,
  {
    kind,
    given,
    form,
    errors,
  }: { kind: PictureKind; given: Given; form: CropForm; errors: FieldErrors },
): Promise<FastifyReply> {
  const crop = { kind, draft: given, proof: given.proof, form, errors }
  return frame.show(caller, {
    title: kind === 'avatar' ? 'Your picture' : 'Your header',
    up: { path: PATH, title: 'Profile' },
    body: cropCard(frame.app.config, caller.visitor, crop),
    status: Object.keys(errors).length === 0 ? 200 : 422,
    script: 'crop.js',
  })
}

/** What makes no sense is as if nothing had been chosen. */
function cropIn({ focus, zoom }: CropForm): Crop {
  const closer = Number(zoom)
  return {
    focus: parseFocus(focus) ?? WHOLE.focus,
    zoom: Number.isFinite(closer) ? closer : WHOLE.zoom,
  }
}

/** @returns null unless the key was given to this user for this kind of picture */
function readProof(app: App, caller: SignedIn, kind: PictureKind, from: unknown): Given | null {
  const key = textOf(from, 'picture')
  const proof = textOf(from, 'proof')
  return sameSecret(proof, proofOf(app, caller, kind, key)) ? { key, proof } : null
}

function proofOf({ keys }: Pick<App, 'keys'>, { user }: SignedIn, kind: PictureKind, key: string) {
  return deriveSecret(keys.csrfSecret, `uploaded ${kind} of ${user.userId}: ${key}`)
}
