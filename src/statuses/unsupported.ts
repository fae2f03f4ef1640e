import { ValidationFailed } from '../errors.ts'
import { type Static, Type } from '../http/schema.ts'

/**
 * By what clients of other servers mean a post for few, for a while, or not to be posted: Pleroma and Akkoma
 * (`expires_in`, `to`, `preview`), GoToSocial, glitch-soc and Hometown (`local_only`, `federated`), Fedibird
 * (`expires_at`, `circle_id`). Their visibilities are refused as words that are none.
 */
export const unsupportedFields = {
  expires_in: Type.Optional(Type.Integer()),
  expires_at: Type.Optional(Type.String()),
  local_only: Type.Optional(Type.Boolean()),
  federated: Type.Optional(Type.Boolean()),
  to: Type.Optional(Type.Array(Type.String())),
  circle_id: Type.Optional(Type.String()),
  preview: Type.Optional(Type.Boolean()),
}

const Unsupported = Type.Object(unsupportedFields)

/**
 * Left out, such a wish would publish for all and for good.
 * @throws ValidationFailed if there is one
 */
export function refuseUnsupported(given: Static<typeof Unsupported>): void {
  if ((given.expires_in ?? 0) !== 0 || given.expires_at) {
    throw new ValidationFailed('Posts that expire are not supported by this server')
  }
  if (given.local_only === true || given.federated === false) {
    throw new ValidationFailed('Posts for this server only are not supported by this server')
  }
  if ((given.to?.length ?? 0) > 0 || given.circle_id) {
    throw new ValidationFailed('Posts for chosen people are not supported by this server')
  }
  if (given.preview === true) {
    throw new ValidationFailed('Previews of posts are not supported by this server')
  }
}
