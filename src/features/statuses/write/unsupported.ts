import { ValidationFailed } from '../../../kernel/base/errors.ts'
import { type Static, Type } from '../../../kernel/http/schema.ts'

/**
 * Parameters with which clients of other servers publish to few accounts, for a limited time, or
 * not at all: Pleroma and Akkoma (`expires_in`, `to`, `in_reply_to_conversation_id`, `preview`),
 * GoToSocial, glitch-soc and Hometown (`local_only`, `federated`), Fedibird (`expires_at`,
 * `circle_id`). Their visibilities are refused as unknown words.
 */
export const unsupportedFields = {
  expires_in: Type.Optional(Type.Integer()),
  expires_at: Type.Optional(Type.String()),
  local_only: Type.Optional(Type.Boolean()),
  federated: Type.Optional(Type.Boolean()),
  to: Type.Optional(Type.Array(Type.String())),
  circle_id: Type.Optional(Type.String()),
  in_reply_to_conversation_id: Type.Optional(Type.String()),
  preview: Type.Optional(Type.Boolean()),
}

const Unsupported = Type.Object(unsupportedFields)

/**
 * Ignoring such a parameter would publish to everybody and for good.
 * @throws ValidationFailed if one is set
 */
export function refuseUnsupported(given: Static<typeof Unsupported>): void {
  if ((given.expires_in ?? 0) !== 0 || given.expires_at) {
    throw new ValidationFailed('Posts that expire are not supported by this server')
  }
  if (given.local_only === true || given.federated === false) {
    throw new ValidationFailed('Posts for this server only are not supported by this server')
  }
  if ((given.to?.length ?? 0) > 0 || given.circle_id || given.in_reply_to_conversation_id) {
    throw new ValidationFailed('Posts for chosen people are not supported by this server')
  }
  if (given.preview === true) {
    throw new ValidationFailed('Previews of posts are not supported by this server')
  }
}
