import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import { spendKey } from '../http/rate-limits/limiter.ts'
import type { Server } from '../http/routes.ts'
import { offerPasskeySignIn, usePasskey } from '../oauth/passkeys/passkeys.ts'
import type { Answer } from '../oauth/passkeys/webauthn.ts'
import { endSecondStep, findSecondStep } from '../oauth/second-step.ts'
import {
  barrierTo,
  findSignInUser,
  type LetIn,
  letsIn,
  type SignInRefusal,
} from '../oauth/sign-in.ts'
import { type Call, formRoute, textOf } from './pages.ts'
import { passkeyAnswer } from './passkey-forms.ts'
import { browserOf, type FrontDoor } from './visitor.ts'

export type PasskeyRefusal = SignInRefusal | 'passkey'

interface PasskeySignIn {
  /** lets in whoever showed a passkey */
  admit(call: Call, userId: string, refusal: LetIn | null): Promise<FastifyReply>
  refuse(call: Call, refusal: Exclude<PasskeyRefusal, LetIn>): Promise<FastifyReply>
}

/** Signing in with a passkey, alone or after the password. */
export function passkeySignIn(
  server: Server,
  app: App,
  { door, admit, refuse }: PasskeySignIn & { door: FrontDoor },
): void {
  formRoute(server, door, {
    url: '/auth/sign_in/passkey/options',
    limits: ['sign_in'],
    async submit(call) {
      const { reply, visitor, request } = call
      const browser = browserOf(visitor)
      const step = textOf(request.body, 'sign_in_step')
      const userId = step === '' ? null : await findSecondStep(app, { browser, token: step })
      reply.header('cache-control', 'private, no-store')
      return reply.send(await offerPasskeySignIn(app, userId, browser))
    },
  })

  formRoute(server, door, {
    url: '/auth/sign_in/passkey',
    limits: ['sign_in'],
    async submit(call) {
      const answer = passkeyAnswer(call.request.body)
      const userId = answer === null ? null : await ownerOf(app, call, answer)
      const user = userId === null ? null : await findSignInUser(app.db, userId)
      if (user === null) return refuse(call, 'passkey')
      const refusal = barrierTo(user)
      return letsIn(refusal) ? admit(call, user.id, refusal) : refuse(call, refusal)
    },
  })
}

/** @returns id of the user whose passkey it is; after a password, only that user's */
async function ownerOf(app: App, { request, visitor }: Call, answer: Answer) {
  const browser = browserOf(visitor)
  const token = textOf(request.body, 'sign_in_step')
  if (token === '') return usePasskey(app, { answer, browser, userId: null })
  const userId = await findSecondStep(app, { browser, token })
  if (userId === null) return null
  spendKey(request, 'two_factor', userId)
  const owner = await usePasskey(app, { answer, browser, userId })
  if (owner === null) return null
  return (await app.transact((tx) => endSecondStep(tx, { browser, token }))) ? owner : null
}
