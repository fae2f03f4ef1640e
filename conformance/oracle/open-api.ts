import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { UsageError } from '../options.ts'
import { correctShapes } from './corrections.ts'
import { addFormats } from './formats.ts'
import { type Shape, shapesAt } from './own-shapes.ts'

/** Beside a checkout, as we may not publish it. */
const USUAL_PLACE = join(import.meta.dirname, '../../../shared/api/mastodon-openapi.json')

const OTHER_NAMES: Record<string, string> = {
  OEmbed: 'OEmbedResponse',
  'RFC8414 metadata': 'DiscoverOauthServerConfigurationResponse',
}

/**
 * The corrected schemas of Mastodon's interface description.
 *
 * @param file null: in the usual place
 * @returns the validator of an entity, or undefined if there is none; null if there is no such file
 * @throws UsageError if the requested file cannot be used
 */
export async function openApiShapes(
  file: string | null,
  level: number,
): Promise<((entity: string) => ValidateFunction | undefined) | null> {
  if (file === null && !existsSync(USUAL_PLACE)) return null
  const document = await read(file ?? USUAL_PLACE)
  correctShapes(document.components.schemas, shapesAt(level))
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats(ajv)
  ajv.addSchema({ components: document.components }, 'openapi')
  return (entity) => {
    const name = OTHER_NAMES[entity] ?? entity.replace('::', '')
    if (document.components.schemas[name] === undefined) return undefined
    return ajv.getSchema(`openapi#/components/schemas/${name}`)
  }
}

async function read(file: string): Promise<{ components: { schemas: Record<string, Shape> } }> {
  try {
    const document = JSON.parse(await readFile(file, 'utf8'))
    if (document.components?.schemas?.Status !== undefined) return document
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`)
  }
  throw new UsageError(`${file} does not describe Mastodon's entities`)
}
