import type { FastifySchemaCompiler } from 'fastify'
import { BadRequest, NotFound, ValidationFailed } from '../../base/errors.ts'
import { readerOf } from './reader.ts'
import { type Part, type Reader, Refused, type SchemaNode } from './schema-node.ts'

/**
 * Makes Fastify read requests by the schemas of its routes. An invalid path is 404 like a missing record, an
 * invalid query 400, an invalid body 422.
 */
export function schemaReaders(): FastifySchemaCompiler<SchemaNode> {
  const readers = new WeakMap<SchemaNode, Map<Part, Reader>>()
  return ({ schema, httpPart }) => {
    const part = partOf(httpPart)
    const known = readers.get(schema) ?? new Map<Part, Reader>()
    const read = known.get(part) ?? readerOf(schema, '', part)
    readers.set(schema, known.set(part, read))
    return (value: unknown) => {
      try {
        return { value: read(value ?? {}) }
      } catch (error) {
        return { error: error instanceof Refused ? refusal(error, part) : (error as Error) }
      }
    }
  }
}

function partOf(httpPart: string | undefined): Part {
  if (httpPart === 'params' || httpPart === 'querystring' || httpPart === 'body') return httpPart
  throw new Error(`A route may not have a schema for its ${httpPart}`)
}

function refusal(error: Refused, part: Part): Error {
  if (part === 'params') return new NotFound(undefined, { cause: error })
  if (part === 'querystring' || error.statusCode === 400) {
    return new BadRequest(error.message, { cause: error })
  }
  return new ValidationFailed(error.message)
}
