import type { FastifyReply } from 'fastify'
import {
  type FieldErrors,
  InvalidFields,
  problemOf,
} from '../../../features/accounts/field-errors.ts'
import { readDraft, storeDraft } from '../../../features/accounts/picture-drafts.ts'
import type { PictureKind } from '../../../features/accounts/pictures.ts'
import { changeProfileWithPictures } from '../../../features/accounts/profile-with-pictures.ts'
import { deriveSecret, sameSecret } from '../../../features/identity/secrets.ts'
import type { App } from '../../../kernel/core/app.ts'
import { UploadedFile } from '../../../kernel/http/body/uploaded-file.ts'
import { type Crop, WHOLE } from '../../../kernel/processing/crop.ts'
import { parseFocus } from '../../../kernel/processing/focus.ts'
import { mediaLimits } from '../../../kernel/processing/limits.ts'
import { t } from '../../../kernel/text/messages.ts'
import type { SignedIn } from '../frame/signed-in.ts'
import { goTo, textOf } from '../pages.ts'
import { type CropForm, cropCard, FORM, PATH } from './picture-forms.ts'
import type { SettingsFrame } from './section.ts'

/** one file and the other fields of the form */
const MAX_BODY = mediaLimits.profileImageBytes + 2 ** 16

type ShowProfile = (caller: SignedIn, errors: FieldErrors) => Promise<FastifyReply>

/**
 * The user uploads a whole picture, then crops it on a second page: this works without script. The second form
 * names the upload by its storage key, with a proof that this user uploaded it.
 */
export function pictureRoutes(frame: SettingsFrame, showProfile: ShowProfile): void {
  for (const kind of ['avatar', 'header'] as const) {
    uploadRoute(frame, kind, showProfile)
    cropRoutes(frame, kind)
    frame.form({
      path: `${FORM}/${kind}/remove`,
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
    path: `${FORM}/${kind}`,
    limits: ['media'],
    maxBody: MAX_BODY,
    async submit(caller) {
      const file = (caller.request.body as Record<string, unknown> | undefined)?.[kind]
      if (!(file instanceof UploadedFile)) {
        const missing = problemOf('ERR_BLANK', 'is not chosen yet')
        return showProfile(caller, { [kind]: [missing] })
      }
      try {
        const { key } = await storeDraft(app, kind, file)
        const query = new URLSearchParams({ picture: key, proof: proofOf(app, caller, kind, key) })
        return goTo(caller.reply, `${FORM}/${kind}?${query}`)
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
    path: `${FORM}/${kind}`,
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
    path: `${FORM}/${kind}/use`,
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
    title: kind === 'avatar' ? t('Your picture') : t('Your header'),
    up: { path: PATH, title: t('Profile') },
    body: cropCard(frame.app.config, caller.visitor, crop),
    status: Object.keys(errors).length === 0 ? 200 : 422,
  })
}

/** Invalid values count as no crop. */
function cropIn({ focus, zoom }: CropForm): Crop {
  const closer = Number(zoom)
  return {
    focus: parseFocus(focus) ?? WHOLE.focus,
    zoom: Number.isFinite(closer) ? closer : WHOLE.zoom,
  }
}

/** @returns null unless this user uploaded the key for this kind of picture */
function readProof(app: App, caller: SignedIn, kind: PictureKind, from: unknown): Given | null {
  const key = textOf(from, 'picture')
  const proof = textOf(from, 'proof')
  return sameSecret(proof, proofOf(app, caller, kind, key)) ? { key, proof } : null
}

function proofOf({ keys }: Pick<App, 'keys'>, { user }: SignedIn, kind: PictureKind, key: string) {
  return deriveSecret(keys.csrfSecret, `uploaded ${kind} of ${user.userId}: ${key}`)
}
