import type { FastifyReply } from 'fastify'
import type { Finding } from '../../../features/health/finding.ts'
import { samplesSince } from '../../../features/health/samples.ts'
import { lookAtHealth, type SubjectFindings } from '../../../features/health/subjects.ts'
import { WEEK } from '../../../kernel/base/durations.ts'
import { Forbidden } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { can } from '../../../kernel/http/permissions.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { joined, plural, type Text, t } from '../../../kernel/text/messages.ts'
import { shape } from '../frame/shapes.ts'
import { signedIn } from '../frame/signed-in.ts'
import { type Call, goTo, type Pages, showPage } from '../pages.ts'
import { healthFigures } from './health-figures.ts'

/** weeks of figures that the pictures show */
const WEEKS = 4

/** The health of the server, for its operator: drawn here, so that it is there when the programs of web/ are not. */
export const healthPages: Pages = (server, app, door) => {
  // what the processes know, and the disk, only the one that writes can tell
  server.get('/admin/health', { config: { byWriter: true } }, async (request, reply) =>
    show(app, { request, reply, visitor: await door.greet(request, reply) }),
  )
}

async function show(app: App, call: Call): Promise<FastifyReply> {
  const caller = signedIn(app, call)
  if (caller === null) return call.reply
  const { user, reply } = caller
  if (user.barred !== null) return goTo(reply, '/settings/two_factor')
  if (!can(user.permissions, 'devops')) {
    throw new Forbidden('These pages are for the staff of this server')
  }
  const subjects = await lookAtHealth(app)
  const samples = await samplesSince(app.slowDb, app.clock() - WEEKS * WEEK)
  return showPage(app, caller, {
    title: joined([t('Health'), t('Administration')], ' · '),
    width: 'wide',
    body: html`<header class="page-head"><div class="page-title">
<a class="back" href="/admin" title="${t('Administration')}">${shape('arrow-left', 22, ' flips')}<span class="visually-hidden">${t('Back to {page}', { page: t('Administration') })}</span></a>
<h1>${t('Health')}</h1>
</div></header>
${summary(subjects)}
${subjects.map(section)}
${healthFigures(samples)}`,
  })
}

const STATES: Readonly<Record<Finding['level'], Text>> = {
  ok: t('Good|a state'),
  warn: t('Look|a state'),
  fail: t('Act now|a state'),
}

function summary(subjects: readonly SubjectFindings[]): SafeHtml {
  const levels = subjects.flatMap(({ findings }) => findings).map(({ level }) => level)
  const count = (wanted: Finding['level']) => levels.filter((level) => level === wanted).length
  const [bad, odd] = [count('fail'), count('warn')]
  if (bad > 0) {
    return html`<p class="notice danger">${plural(bad, '{n} thing needs you now.', '{n} things need you now.')}</p>`
  }
  if (odd > 0) {
    return html`<p class="notice warning">${plural(odd, '{n} thing is worth a look.', '{n} things are worth a look.')}</p>`
  }
  return html`<p class="notice success">${t('All is well.')}</p>`
}

function section({ name, title, findings }: SubjectFindings): SafeHtml {
  return html`<section class="card" aria-labelledby="health-${name}">
<h2 id="health-${name}">${title}</h2>
<ul class="health-lines">
${findings.map(
  ({ level, text, advice }) => html`<li class="health-${level}">
<strong class="health-state">${STATES[level]}</strong>
<span class="health-words"><span dir="auto">${text}</span>${advice !== undefined && html`<span class="muted small">${advice}</span>`}</span>
</li>`,
)}
</ul>
</section>`
}
