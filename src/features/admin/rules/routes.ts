import { ValidationFailed } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { IdParams } from '../../../kernel/http/params.ts'
import type { Routes, Server } from '../../../kernel/http/routes.ts'
import { type Static, Type } from '../../../kernel/http/schema.ts'
import { actAs } from '../../audit/act.ts'
import {
  createRule,
  deleteRule,
  getRule,
  type RuleInput,
  type RuleTranslations,
  updateRule,
} from '../../instance/manage-rules.ts'
import { loadRules, type RuleEntity } from '../../instance/rules.ts'

const PATH = '/api/rookery/v1/admin/rules'
const READ = { scope: 'admin:read', permission: 'manageRules' } as const
const WRITE = { scope: 'admin:write', permission: 'manageRules' } as const

const Position = Type.Integer({ minimum: 0, maximum: 10_000 })
/** By language code. */
const Translations = Type.Unsafe<unknown>({
  published: {
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: { text: { type: 'string' }, hint: { type: 'string' } },
      required: ['text'],
    },
  },
})
const fields = {
  hint: Type.Optional(Type.String()),
  position: Type.Optional(Position),
  translations: Type.Optional(Translations),
}
const NewRule = Type.Object({ text: Type.String(), ...fields })
const ChangedRule = Type.Object({ text: Type.Optional(Type.String()), ...fields })
const Move = Type.Object({ position: Position })
/** characters of a rule that label it in the audit log */
const LABEL = 100

/** The rules of the server: Rookery's own, see docs/spec/surface.tsv. */
export const routes: Routes = (server, app) => {
  addReads(server, app)

  server.post(PATH, { config: WRITE, schema: { body: NewRule } }, async (request) => {
    const input = { ...readRule(request.body), text: request.body.text.trim() }
    const id = await actAs(app, request, async (tx, staff) => {
      const id = await createRule(tx, input)
      await staff.audit({ action: 'create', target: targetOf({ id, text: input.text }) })
      return id
    })
    return render(app, id)
  })

  server.put(
    `${PATH}/:id`,
    { config: WRITE, schema: { params: IdParams, body: ChangedRule } },
    async (request) => {
      const { id } = request.params
      const change = readRule(request.body)
      await actAs(app, request, async (tx, staff) => {
        const from = await getRule(tx.db, id)
        if (!(await updateRule(tx, id, change))) return staff.unchanged()
        const to = await getRule(tx.db, id)
        await staff.audit({ action: 'update', target: targetOf(to), details: { from, to } })
      })
      return render(app, id)
    },
  )

  addMove(server, app)

  server.delete(`${PATH}/:id`, { config: WRITE, schema: { params: IdParams } }, async (request) => {
    await actAs(app, request, async (tx, staff) => {
      const rule = await deleteRule(tx, request.params.id)
      await staff.audit({ action: 'delete', target: targetOf(rule) })
    })
    return {}
  })
}

function addMove(server: Server, app: App): void {
  server.post(
    `${PATH}/:id/move`,
    { config: WRITE, schema: { params: IdParams, body: Move } },
    async (request) => {
      const { id } = request.params
      const { position } = request.body
      await actAs(app, request, async (tx, staff) => {
        const rule = await getRule(tx.db, id)
        if (!(await updateRule(tx, id, { position }))) return staff.unchanged()
        await staff.audit({ action: 'move', target: targetOf(rule), details: { position } })
      })
      return render(app, id)
    },
  )
}

function addReads(server: Server, app: App): void {
  server.get(PATH, { config: READ }, async () => (await loadRules(app.db)).map(present))

  server.get(`${PATH}/:id`, { config: READ, schema: { params: IdParams } }, (request) =>
    render(app, request.params.id),
  )
}

function targetOf({ id, text }: Pick<RuleEntity, 'id' | 'text'>) {
  return { type: 'rule', id, label: text.slice(0, LABEL) }
}

function present({ id, text, hint, translations }: RuleEntity, position: number) {
  return { id, text, hint, position, translations }
}

async function render(app: App, id: string) {
  const rules = await loadRules(app.db)
  return present(await getRule(app.db, id), rules.map((rule) => rule.id).indexOf(id))
}

function readRule(body: Static<typeof ChangedRule>): Partial<RuleInput> {
  const { text, hint, position, translations } = body
  return {
    ...(text === undefined ? {} : { text: text.trim() }),
    ...(hint === undefined ? {} : { hint: hint.trim() }),
    ...(position === undefined ? {} : { position }),
    ...(translations === undefined ? {} : { translations: readTranslations(translations) }),
  }
}

/** @throws ValidationFailed if it is not `{ de: { text, hint } }`; blank means no translations */
function readTranslations(given: unknown): RuleTranslations {
  if (given === null || given === '') return {}
  if (typeof given !== 'object' || Array.isArray(given)) throw malformed()
  const read = Object.entries(given).map(([code, said]) => {
    if (typeof said !== 'object' || said === null) throw malformed()
    const { text = '', hint = '' } = said as { text?: unknown; hint?: unknown }
    if (typeof text !== 'string' || typeof hint !== 'string') throw malformed()
    return [code, { text: text.trim(), hint: hint.trim() }] as const
  })
  return Object.fromEntries(read.filter(([, { text, hint }]) => text !== '' || hint !== ''))
}

function malformed(): ValidationFailed {
  return new ValidationFailed('Translations must be texts and hints by language code')
}
