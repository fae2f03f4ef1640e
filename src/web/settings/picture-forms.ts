import type { FieldErrors } from '../../accounts/field-errors.ts'
import type { OwnProfile } from '../../accounts/own-profile.ts'
import type { PictureDraft } from '../../accounts/picture-drafts.ts'
import type { PictureKind } from '../../accounts/pictures.ts'
import { profileLimits } from '../../accounts/profile-rules.ts'
import { fileUrl } from '../../addresses.ts'
import type { Config } from '../../config.ts'
import { MAX_ZOOM } from '../../processing/crop.ts'
import { mediaLimits } from '../../processing/limits.ts'
import { AVATAR_SIZE, HEADER_SIZE } from '../../processing/profile-images.ts'
import { html, raw, type SafeHtml } from '../../text/html.ts'
import { csrfField, field, problemsOf } from '../forms.ts'
import type { Visitor } from '../visitor.ts'

export const SIZES = { avatar: AVATAR_SIZE, header: HEADER_SIZE } as const
export const PATH = '/settings/profile'
const NAMES = { avatar: 'Picture', header: 'Header' } as const
const MEGABYTES = Math.floor(mediaLimits.profileImageBytes / 2 ** 20)

/** Both pictures of a profile, each with forms to change and remove it. */
export function picturesCard(visitor: Visitor, own: OwnProfile, errors: FieldErrors): SafeHtml {
  return html`<section class="card" aria-labelledby="pictures">
<h2 id="pictures">Pictures</h2>
<p class="muted">JPEG, PNG, GIF or WebP, at most ${MEGABYTES} MB. Once a picture is here you choose the part that is shown.</p>
${(['avatar', 'header'] as const).map((kind) => pictureForms(visitor, own, kind, errors))}
</section>`
}

function pictureForms(
  visitor: Visitor,
  own: OwnProfile,
  kind: PictureKind,
  errors: FieldErrors,
): SafeHtml {
  const { width, height } = SIZES[kind]
  const has = own[`${kind}_key`] !== null
  const error = problemsOf(errors, {}).of(kind)
  const alt = own[`${kind}_description`] || (has ? `Your ${NAMES[kind].toLowerCase()}` : '')
  const title = html`<h3 id="${kind}-title">${NAMES[kind]}</h3>`
  return html`<div class="picture-row of-${kind}">
<img class="own-${kind}" src="${own.pictures[`${kind}_static`]}" alt="${alt}" width="${width}" height="${height}">
<div class="picture-forms">${title}
<form method="post" action="${PATH}/${kind}" enctype="multipart/form-data" class="file-form">
${csrfField(visitor)}
<div class="field${error && ' has-error'}"><label for="${kind}-file">${has ? 'Another file' : 'File'}</label>
${error && html`<p class="field-error" id="${kind}-error">${error}</p>`}
<input type="file" id="${kind}-file" name="${kind}" accept="image/png,image/jpeg,image/gif,image/webp" required${error && html` aria-invalid="true" aria-describedby="${kind}-error"`}></div>
<button class="button secondary" aria-describedby="${kind}-title">Upload</button>
</form>
${has && html`<form method="post" action="${PATH}/${kind}/remove">${csrfField(visitor)}<button class="button danger" aria-describedby="${kind}-title">Remove</button></form>`}
</div></div>`
}

/** What the form about a part of a picture holds, as it was typed. */
export interface CropForm {
  focus: string
  zoom: string
  description: string
}

/** A form about which part of an uploaded picture is kept. @param proof that the picture is theirs */
export function cropCard(
  config: Config,
  visitor: Visitor,
  {
    kind,
    draft,
    proof,
    form,
    errors,
  }: {
    kind: PictureKind
    draft: Pick<PictureDraft, 'key'>
    proof: string
    form: CropForm
    errors: FieldErrors
  },
): SafeHtml {
  const { width, height } = SIZES[kind]
  const name = `${kind}_description` as const
  const problems = problemsOf(errors, { [name]: name })
  return html`<section class="card" aria-labelledby="crop">
<h2 id="crop">Which part is shown?</h2>
<p>${kind === 'avatar' ? 'Your picture is a square.' : 'Your header is three times as wide as high.'} <span data-without-script>Choose the point that matters most: it comes as near to the middle as it can.</span></p>
${problems.summary}
<form method="post" action="${PATH}/${kind}/use" class="stack cropper" data-aspect="${width / height}" novalidate>
${csrfField(visitor)}
<input type="hidden" name="picture" value="${draft.key}">
<input type="hidden" name="proof" value="${proof}">
<fieldset class="choices"><legend>What matters most</legend>
<div class="crop-stage"><img src="${fileUrl(config, draft.key)}" alt="The picture that you uploaded">
<div class="crop-grid">${gridPoints(form.focus)}</div></div>
</fieldset>
<div class="field"><label for="zoom">Zoom</label>
<input type="range" id="zoom" name="zoom" min="1" max="${MAX_ZOOM}" step="0.05" value="${form.zoom}"></div>
${field({ id: name, name: 'description', label: 'What it shows', autocomplete: 'off', prose: true, value: form.description, hint: `For people who cannot see it, in at most ${profileLimits.pictureDescription} characters.`, error: problems.of(name) })}
<div class="buttons"><button class="button primary">Use this picture</button><a class="button secondary" href="${PATH}">Cancel</a></div>
</form>
</section>`
}

/** From the upper left corner on, as a focus names them. */
const ACROSS = [
  [-0.8, 'far left'],
  [-0.4, 'left'],
  [0, 'middle'],
  [0.4, 'right'],
  [0.8, 'far right'],
] as const
const DOWN = [
  [0.8, 'Top'],
  [0.4, 'Upper half'],
  [0, 'Middle'],
  [-0.4, 'Lower half'],
  [-0.8, 'Bottom'],
] as const

function gridPoints(focus: string): SafeHtml[] {
  const points = DOWN.flatMap(([y, down]) =>
    ACROSS.map(([x, across]) => ({ value: `${x},${y}`, label: `${down}, ${across}` })),
  )
  const known = points.some(({ value }) => value === focus)
  return points.map(({ value, label }) => {
    const checked = value === (known ? focus : '0,0')
    // a point in between, which a script chose, goes in place of the middle
    const sent = checked && !known ? focus : value
    return html`<label class="crop-point"><input type="radio" name="focus" value="${sent}"${checked && raw(' checked')}><span class="visually-hidden">${label}</span></label>`
  })
}
