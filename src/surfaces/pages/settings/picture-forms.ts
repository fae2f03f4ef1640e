import type { FieldErrors } from '../../../features/accounts/field-errors.ts'
import type { OwnProfile } from '../../../features/accounts/own-profile.ts'
import type { PictureDraft } from '../../../features/accounts/picture-drafts.ts'
import type { PictureKind } from '../../../features/accounts/pictures.ts'
import { profileLimits } from '../../../features/accounts/profile-rules.ts'
import type { Config } from '../../../kernel/base/config.ts'
import { fileUrl } from '../../../kernel/base/urls.ts'
import { MAX_ZOOM } from '../../../kernel/processing/crop.ts'
import { mediaLimits } from '../../../kernel/processing/limits.ts'
import { AVATAR_SIZE, HEADER_SIZE } from '../../../kernel/processing/profile-images.ts'
import { html, raw, type SafeHtml } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { csrfField, field, problemsOf } from '../frame/forms.ts'
import type { Visitor } from '../frame/visitor.ts'

export const SIZES = { avatar: AVATAR_SIZE, header: HEADER_SIZE } as const
export const PATH = '/profile/edit'
/** where the forms are sent to, and below which a picture is cut */
export const FORM = '/settings/profile'
const NAMES = { avatar: t('Picture'), header: t('Header') } as const
const MEGABYTES = Math.floor(mediaLimits.profileImageBytes / 2 ** 20)

/** Avatar and header of a profile, each with forms to change and remove it. */
export function picturesCard(visitor: Visitor, own: OwnProfile, errors: FieldErrors): SafeHtml {
  return html`<section class="card" aria-labelledby="pictures">
<h2 id="pictures">${t('Pictures')}</h2>
<p class="muted">${t('JPEG, PNG, GIF or WebP, at most {most} MB. Once a picture is here you choose the part that is shown.', { most: MEGABYTES })}</p>
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
  const alt =
    own[`${kind}_description`] ||
    (has ? (kind === 'avatar' ? t('Your picture') : t('Your header')) : '')
  const title = html`<h3 id="${kind}-title">${NAMES[kind]}</h3>`
  return html`<div class="picture-row of-${kind}">
<img class="own-${kind}" src="${own.pictures[`${kind}_static`]}" alt="${alt}" width="${width}" height="${height}">
<div class="picture-forms">${title}
<form method="post" action="${FORM}/${kind}" enctype="multipart/form-data" class="file-form">
${csrfField(visitor)}
<div class="field${error && ' has-error'}"><label for="${kind}-file">${has ? t('Another file') : t('File')}</label>
${error && html`<p class="field-error" id="${kind}-error">${error}</p>`}
<input type="file" id="${kind}-file" name="${kind}" accept="image/png,image/jpeg,image/gif,image/webp" required${error && html` aria-invalid="true" aria-describedby="${kind}-error"`}></div>
<button class="button secondary" aria-describedby="${kind}-title">${t('Upload')}</button>
</form>
${has && html`<form method="post" action="${FORM}/${kind}/remove">${csrfField(visitor)}<button class="button danger" aria-describedby="${kind}-title">${t('Remove')}</button></form>`}
</div></div>`
}

/** Values of the crop form, as typed. */
export interface CropForm {
  focus: string
  zoom: string
  description: string
}

/** The form that crops an uploaded picture. @param proof proves that this user uploaded it */
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
  const name = `${kind}_description` as const
  const problems = problemsOf(errors, { [name]: name })
  return html`<section class="card" aria-labelledby="crop">
<h2 id="crop">${t('Which part is shown?')}</h2>
<p>${kind === 'avatar' ? t('Your picture is a square.') : t('Your header is three times as wide as high.')} ${t('Choose the point that matters most: it comes as near to the middle as it can.')}</p>
${problems.summary}
<form method="post" action="${FORM}/${kind}/use" class="stack" novalidate>
${csrfField(visitor)}
<input type="hidden" name="picture" value="${draft.key}">
<input type="hidden" name="proof" value="${proof}">
<fieldset class="choices"><legend>${t('What matters most')}</legend>
<div class="crop-stage"><img src="${fileUrl(config, draft.key)}" alt="${t('The picture that you uploaded')}">
<div class="crop-grid">${gridPoints(form.focus)}</div></div>
</fieldset>
<div class="field"><label for="zoom">${t('Zoom')}</label>
<input type="range" id="zoom" name="zoom" min="1" max="${MAX_ZOOM}" step="0.05" value="${form.zoom}"></div>
${field({ id: name, name: 'description', label: t('What it shows'), autocomplete: 'off', prose: true, value: form.description, hint: t('For people who cannot see it, in at most {pictureDescription} characters.', { pictureDescription: profileLimits.pictureDescription }), error: problems.of(name) })}
<div class="buttons"><button class="button primary">${t('Use this picture')}</button><a class="button secondary" href="${PATH}">${t('Cancel')}</a></div>
</form>
</section>`
}

/** Grid of focal points from the upper left corner, in the coordinates of a focus. */
const ACROSS = [
  [-0.8, t('far left')],
  [-0.4, t('left|of a picture')],
  [0, t('middle|of a picture')],
  [0.4, t('right|of a picture')],
  [0.8, t('far right')],
] as const
const DOWN = [
  [0.8, t('Top')],
  [0.4, t('Upper half')],
  [0, t('Middle')],
  [-0.4, t('Lower half')],
  [-0.8, t('Bottom')],
] as const

function gridPoints(focus: string): SafeHtml[] {
  const points = DOWN.flatMap(([y, down]) =>
    ACROSS.map(([x, across]) => ({
      value: `${x},${y}`,
      label: t('{down}, {across}', { down, across }),
    })),
  )
  const known = points.some(({ value }) => value === focus)
  return points.map(({ value, label }) => {
    const checked = value === (known ? focus : '0,0')
    // a focal point between the grid's points, chosen with script, replaces the middle
    const sent = checked && !known ? focus : value
    return html`<label class="crop-point"><input type="radio" name="focus" value="${sent}"${checked && raw(' checked')}><span class="visually-hidden">${label}</span></label>`
  })
}
