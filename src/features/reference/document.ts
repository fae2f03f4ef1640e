import type { RouteOptions } from 'fastify'
import { accessOf, type RouteAccess } from '../../kernel/http/route-access.ts'
import { ALL_SCOPES } from '../../kernel/http/scopes.ts'
import { SOFTWARE } from '../instance/software.ts'
import { entities } from './entities/all.ts'
import { componentName, type JsonSchema, publish } from './json-schema.ts'
import { sections } from './operations/all.ts'
import { bodyOf, type Parameter, parametersOf, type RequestSchemas } from './requests.ts'
import { type Described, FAILURES, responsesOf } from './responses.ts'

/** An operation of the document (https://spec.openapis.org/oas/v3.1.1#operation-object). */
export interface DocumentedOperation {
  operationId: string
  summary: string
  tags: [string]
  deprecated?: true
  parameters: Parameter[]
  requestBody?: object
  responses: Record<string, object>
  security: Record<string, string[]>[]
}

/** The API in OpenAPI 3.1. */
export interface ApiDocument {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string; license: object }
  servers: { url: string }[]
  /** viewers of OpenAPI documents show `x-displayName` */
  tags: { name: string; 'x-displayName': string; description: string }[]
  /** by path, then by method in lower case */
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Record<string, JsonSchema>; responses: object; securitySchemes: object }
}

/** @param routes every route of the server; routes without a section are left out */
export function describeApi(routes: readonly RouteOptions[], origin: string): ApiDocument {
  const paths: ApiDocument['paths'] = {}
  const known = routesByName(routes)
  for (const section of sections) {
    for (const [name, operation] of Object.entries(section.operations)) {
      const route = known.get(name)
      if (route === undefined) continue
      const [method = '', url = ''] = name.split(' ')
      const path = url.replace(/:(\w+)/g, '{$1}')
      paths[path] ??= {}
      paths[path][method.toLowerCase()] = describeOperation({
        section,
        operation,
        method,
        url,
        route,
      })
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Rookery',
      version: SOFTWARE.version,
      description: ABOUT,
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: origin }],
    tags: sections.map(({ name, title, about }) => ({
      name,
      'x-displayName': title,
      description: about,
    })),
    paths,
    components: {
      schemas: schemas(),
      responses: FAILURES,
      securitySchemes: securitySchemes(origin),
    },
  }
}

const ABOUT =
  'The client interface of Mastodon, and what this server has besides. Bodies may come as JSON, form ' +
  'or multipart, and every parameter of a body also in the address. Ids are strings. Lists give a ' +
  'Link header to their next and previous page where there is one.'

/** Routes by method and path; routes for both PUT and PATCH have an entry for each. */
export function routesByName(routes: readonly RouteOptions[]): Map<string, RouteOptions> {
  return new Map(
    routes.flatMap((route) =>
      [route.method].flat().map((method) => [`${method} ${route.url}`, route] as const),
    ),
  )
}

function describeOperation(described: Described): DocumentedOperation {
  const { section, operation, method, url, route } = described
  const [summary] = operation
  const request = (route.schema ?? {}) as RequestSchemas
  const body = bodyOf(`${method} ${url}`, request)
  const access = accessOf(method, url, route.config ?? {})
  return {
    operationId: `${method.toLowerCase()}${url.replace(/[^A-Za-z0-9]+(\w)/g, (_, letter) => letter.toUpperCase())}`,
    summary,
    tags: [section.name],
    ...(route.config?.deprecatedSince !== undefined && { deprecated: true as const }),
    parameters: parametersOf(`${method} ${url}`, request),
    ...(body !== null && { requestBody: body }),
    responses: responsesOf(described, access),
    security: securityOf(access),
  }
}

/** Any one of the entries suffices; an empty entry means that no token is needed. */
function securityOf(access: RouteAccess | null): Record<string, string[]>[] {
  if (access === null || (access.optional && access.scopes === null)) return []
  const scopes = access.scopes === null ? [[]] : access.scopes.map((scope) => [scope])
  return [...(access.optional ? [{}] : []), ...scopes.map((needed) => ({ oauth2: needed }))]
}

function schemas(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(entities)
      .filter(([name]) => !name.startsWith('{'))
      .map(([name, schema]) => [componentName(name), publish(schema as JsonSchema)]),
  )
}

function securitySchemes(origin: string): object {
  const scopes = Object.fromEntries(ALL_SCOPES.map((scope) => [scope, '']))
  const tokenUrl = `${origin}/oauth/token`
  return {
    oauth2: {
      type: 'oauth2',
      flows: {
        authorizationCode: { authorizationUrl: `${origin}/oauth/authorize`, tokenUrl, scopes },
        clientCredentials: { tokenUrl, scopes },
      },
    },
  }
}
