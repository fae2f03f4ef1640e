import { formatBytes, formatNumber } from '../../../shared/format.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { instance } from '../../state/server.ts'
import type { Attached, Part } from '../writing.ts'
import { namesOf } from './type-names.ts'

const limits = () => instance.peek()?.configuration

/** for `<input accept>` */
export const acceptedTypes = (): string =>
  limits()?.media_attachments.supported_mime_types.join(',') ?? 'image/*'

export const mostFiles = (): number => limits()?.statuses.max_media_attachments ?? 4

export const descriptionLimit = (): number => limits()?.media_attachments.description_limit ?? 1500

export function kindOf(file: File): Attached['kind'] {
  if (file.type.startsWith('video/')) return 'video'
  return file.type.startsWith('audio/') ? 'audio' : 'image'
}

/** Which of the files a post takes, and why not the others: said before anything is sent. */
export function choose(
  files: readonly File[],
  part: Part,
): { taken: readonly File[]; problems: readonly string[] } {
  const problems: string[] = []
  const fitting = files.filter((file) => {
    const problem = problemOf(file)
    if (problem !== null) problems.push(problem)
    return problem === null
  })
  const kinds = [...part.media.map(({ kind }) => kind), ...fitting.map(kindOf)]
  if (kinds.length > 1 && kinds.some((kind) => kind !== 'image')) {
    problems.push(t('A post holds several pictures, or one video or audio file.'))
    return {
      taken: part.media.length === 0 ? fitting.slice(0, 1) : onlyPictures(fitting, part),
      problems,
    }
  }
  const room = mostFiles() - part.media.length
  if (fitting.length > room) {
    problems.push(
      plural(mostFiles(), 'A post holds {n} file at most.', 'A post holds {n} files at most.'),
    )
  }
  return { taken: fitting.slice(0, room), problems }
}

/** Files that may be added to the attached pictures. */
function onlyPictures(files: readonly File[], { media }: Part): readonly File[] {
  if (media.some(({ kind }) => kind !== 'image')) return []
  return files.filter((file) => kindOf(file) === 'image').slice(0, mostFiles() - media.length)
}

function problemOf(file: File): string | null {
  const accepted = limits()?.media_attachments
  if (accepted === undefined) return null
  const { name } = file
  const { supported_mime_types: types, image_size_limit, video_size_limit } = accepted
  if (!types.includes(file.type)) {
    return t('{name}: this server takes {types}.', { name, types: namesOf(types, file.type) })
  }
  const limit = kindOf(file) === 'image' ? image_size_limit : video_size_limit
  if (file.size <= limit) return null
  return t('{name} has {size}; {limit} is the most that this server takes.', {
    name,
    size: formatBytes(file.size),
    limit: formatBytes(limit),
  })
}

/** "3.2 megapixels" for a picture that has more than the server reads. */
export function pixelProblem(name: string, width: number, height: number): string | null {
  const most = limits()?.media_attachments.image_matrix_limit
  if (most === undefined || width * height <= most) return null
  return t('{name} has {pixels} million pixels; {limit} million is the most.', {
    name,
    pixels: formatNumber(Math.round((width * height) / 1e5) / 10),
    limit: formatNumber(Math.floor(most / 1e5) / 10),
  })
}
