import { type JsonText, jsonList, toJson } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { viewerOf } from '../../../kernel/http/auth.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import {
  Demanded,
  Id,
  IdParams,
  Pagination,
  paginationFields,
} from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { type Static, Type } from '../../../kernel/http/schema.ts'
import { actAs } from '../../audit/act.ts'
import { changeRule, createRule, deleteRule, getRule, inputOf } from '../../automod/edit.ts'
import { checkRule, type RuleInput } from '../../automod/input.ts'
import { demandFacts, dryRun } from './dry-run.ts'
import { pageOfMatches, pageOfRules } from './queries.ts'
import { renderMatches, renderRules } from './serializer.ts'

const RULES = '/api/rookery/v1/admin/automod_rules'
const MATCHES = '/api/rookery/v1/admin/automod_matches'
const PAGE = 40
const MOST_DAYS = 30
const STANDARD_DAYS = 7

const READING = ['manageSettings', 'manageReports', 'viewAuditLog'] as const

/** The type of a condition's value depends on its field. */
const ConditionValue = Type.Unsafe<unknown>({
  published: {
    anyOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'array', items: { type: 'string' } },
    ],
  },
})
const GivenCondition = Type.Object({
  field: Type.String(),
  operator: Type.String(),
  value: ConditionValue,
})

const fields = {
  name: Type.Optional(Type.String()),
  enabled: Type.Optional(Type.Boolean()),
  mode: Type.Optional(Type.String()),
  applies_to: Type.Optional(Type.String()),
  origin: Type.Optional(Type.String()),
  match: Type.Optional(Type.String()),
  conditions: Type.Optional(Type.Array(GivenCondition)),
  action: Type.Optional(Type.String()),
  priority: Type.Optional(Type.Integer()),
}

const Body = Type.Object(fields)
const NewBody = Type.Object({
  ...fields,
  name: Demanded(Type.String()),
  conditions: Demanded(Type.Array(GivenCondition)),
  action: Demanded(Type.String()),
})
const days = Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_DAYS }))
const DryBody = Type.Object({ ...fields, days })
const MatchQuery = Type.Object({ ...paginationFields, rule_id: Type.Optional(Id) })

/** Automatic rules: Rookery's own, see docs/spec/surface.tsv. */
export const routes: Routes = (server, app) => {
  server.get(
    RULES,
    {
      config: { scope: 'admin:read', permission: READING },
      schema: { querystring: Pagination },
    },
    async (request, reply) => {
      const page = pageOf(request.query, PAGE)
      const rows = await pageOfRules(app.db, page)
      const ids = rows.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return jsonList(await renderRules(app, rows))
    },
  )

  server.get(
    `${RULES}/:id`,
    { config: { scope: 'admin:read', permission: READING }, schema: { params: IdParams } },
    async (request) => renderRule(app, request.params.id),
  )

  server.get(
    MATCHES,
    {
      config: { scope: 'admin:read', permission: READING },
      schema: { querystring: MatchQuery },
    },
    async (request, reply) => {
      const page = pageOf(request.query, PAGE)
      const rows = await pageOfMatches(app.db, request.query.rule_id, page)
      const ids = rows.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return renderMatches(app, rows)
    },
  )

  registerWrites(server, app)
  registerDryRuns(server, app)
}

const registerWrites: Routes = (server, app) => {
  server.post(
    RULES,
    { config: { scope: 'admin:write', permission: 'manageSettings' }, schema: { body: NewBody } },
    async (request) => {
      const rule = ruleIn(request.body)
      const id = await actAs(app, request, async (tx, staff) => {
        const made = await createRule(tx, rule)
        await staff.audit({ action: 'create', target: targetOf(made, rule), details: { rule } })
        return made
      })
      return renderRule(app, id)
    },
  )

  server.put(
    `${RULES}/:id`,
    {
      config: { scope: 'admin:write', permission: 'manageSettings' },
      schema: { params: IdParams, body: Body },
    },
    async (request) => {
      const { id } = request.params
      await actAs(app, request, async (tx, staff) => {
        const before = inputOf(await getRule(tx.db, id))
        const changed = await changeRule(tx, id, given(request.body))
        if (changed.length === 0) return staff.unchanged()
        const after = inputOf(await getRule(tx.db, id))
        const changes = changed.map((name) => [name, { from: before[name], to: after[name] }])
        const details = { changes: Object.fromEntries(changes) }
        await staff.audit({ action: 'update', target: targetOf(id, after), details })
      })
      return renderRule(app, id)
    },
  )

  server.delete(
    `${RULES}/:id`,
    {
      config: { scope: 'admin:write', permission: 'manageSettings' },
      schema: { params: IdParams },
    },
    async (request) => {
      const { id } = request.params
      await actAs(app, request, async (tx, staff) => {
        const rule = inputOf(await deleteRule(tx, id))
        await staff.audit({ action: 'destroy', target: targetOf(id, rule), details: { rule } })
      })
      return toJson({})
    },
  )
}

const registerDryRuns: Routes = (server, app) => {
  const config = { scope: 'admin:read', permission: READING, readsOnly: true } as const

  server.post(`${RULES}/dry_run`, { config, schema: { body: DryBody } }, async (request) => {
    const { days, ...body } = request.body
    const rule = checkRule(ruleIn({ name: 'dry run', ...body }))
    demandFacts(viewerOf(request), rule)
    return dryRun(app, rule, days ?? STANDARD_DAYS)
  })

  server.post(
    `${RULES}/:id/dry_run`,
    { config, schema: { params: IdParams, body: Type.Object({ days }) } },
    async (request) => {
      const rule = checkRule(inputOf(await getRule(app.db, request.params.id)))
      demandFacts(viewerOf(request), rule)
      return dryRun(app, rule, request.body.days ?? STANDARD_DAYS)
    },
  )
}

/**
 * A new rule starts in shadow mode, so that it has no effect until somebody has seen its matches.
 */
function ruleIn(body: Static<typeof Body>): RuleInput {
  return {
    name: '',
    enabled: true,
    mode: 'shadow',
    applies_to: 'statuses',
    origin: 'any',
    match: 'all',
    action: 'report',
    priority: 0,
    conditions: [],
    ...given(body),
  }
}

/** The members that a body contains. */
function given(body: Static<typeof Body>): Partial<RuleInput> {
  const named = Object.entries(body).filter(([, value]) => value !== undefined)
  return Object.fromEntries(named) as Partial<RuleInput>
}

function targetOf(id: string, { name }: Pick<RuleInput, 'name'>) {
  return { type: 'automod_rule', id, label: name }
}

async function renderRule(app: App, id: string): Promise<JsonText> {
  const [text] = await renderRules(app, [await getRule(app.db, id)])
  return text!
}
