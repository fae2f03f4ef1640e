import { html, renderHtml, type SafeHtml } from '../text/html.ts'
import { direction, inWords, joined, languageTag, type Text, type Words } from '../text/messages.ts'
import type { Mail } from './mail.ts'

/** A part of a mail with a heading of its own. */
export interface MailSection {
  title: Text
  entries: readonly MailEntry[]
}

export interface MailEntry {
  title: Text
  text?: Text
  url?: string
}

export interface MailContent {
  to: string
  /** title of the server */
  serverName: string
  subject: Text
  /** each is one paragraph of plain text */
  paragraphs: readonly Text[]
  /** text that somebody wrote, in a language of its own: below the paragraphs, with its lines kept */
  written?: string
  sections?: readonly MailSection[]
  /** a link shown as a button, and as an address in the text part */
  action?: { label: Text; url: string }
  /** below the link */
  closing?: readonly Text[]
  replyTo?: string
  unsubscribe?: string
}

/** Renders the text and HTML parts of a mail, with the same content, in the recipient's language. */
export function renderMail(content: MailContent, words: Words): Mail {
  const { replyTo, unsubscribe } = content
  return {
    to: content.to,
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(unsubscribe === undefined ? {} : { unsubscribe }),
    senderName: content.serverName,
    subject: inWords(content.subject, words),
    text: renderText(content, words),
    html: `<!doctype html>${renderHtml(drawMail(content), words)}`,
  }
}

function renderText(content: MailContent, words: Words): string {
  const { paragraphs, written, sections = [], action, closing = [], serverName } = content
  const link = action === undefined ? [] : [joined([action.label, action.url], ':\n')]
  const quoted = written === undefined ? [] : [written]
  const parts = sections.flatMap(textsOfSection)
  const texts = [...paragraphs, ...quoted, ...parts, ...link, ...closing, `-- \n${serverName}`]
  return `${texts.map((text) => inWords(text, words)).join('\n\n')}\n`
}

function textsOfSection({ title, entries }: MailSection): Text[] {
  const lines = entries.map(({ title: name, text, url }) =>
    joined(
      [name, ...(text === undefined ? [] : [text]), ...(url === undefined ? [] : [url])],
      '\n',
    ),
  )
  return [joined(['#', title], ' '), ...lines]
}

/** Mail programs support neither stylesheets nor much CSS, so the few styles are inline. */
function drawMail({
  subject,
  paragraphs,
  written,
  sections = [],
  action,
  closing = [],
  serverName,
}: MailContent): SafeHtml {
  const text = (line: Text) => html`<p style="margin:0 0 16px;overflow-wrap:anywhere">${line}</p>`
  return html`<html lang="${languageTag}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px 12px;background:#f1f0f7;color:#1d1a2b;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:520px;margin:0 auto;padding:28px 28px 12px;background:#ffffff;border-radius:12px">
<h1 style="margin:0 0 20px;font-size:20px;line-height:1.3">${subject}</h1>
${paragraphs.map(text)}
${
  written !== undefined &&
  html`<div dir="auto" style="margin:0 0 16px;padding:12px 16px;border-radius:8px;background:#f1f0f7;white-space:pre-line;overflow-wrap:anywhere">${written}</div>`
}
${sections.map(drawSection)}
${
  action &&
  html`<p style="margin:24px 0"><a href="${action.url}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#5b46c9;color:#ffffff;font-weight:600;text-decoration:none">${action.label}</a></p>
<p style="margin:0 0 16px;color:#5f5b73;font-size:13px;word-break:break-all">${action.url}</p>`
}
${closing.map(text)}
</div>
<p style="max-width:520px;margin:16px auto;color:#5f5b73;font-size:13px;text-align:center">${serverName}</p>
</body>
</html>`
}

function drawSection({ title, entries }: MailSection): SafeHtml {
  return html`<h2 style="margin:24px 0 12px;font-size:16px;line-height:1.3">${title}</h2>
${entries.map(drawEntry)}`
}

function drawEntry({ title, text, url }: MailEntry): SafeHtml {
  const name =
    url === undefined
      ? html`<span dir="auto">${title}</span>`
      : html`<a href="${url}" dir="auto" style="color:#5b46c9;font-weight:600">${title}</a>`
  return html`<div style="margin:0 0 12px;padding:12px 16px;border-radius:8px;background:#f1f0f7;overflow-wrap:anywhere">${name}
${text !== undefined && html`<div dir="auto" style="margin:4px 0 0;white-space:pre-line">${text}</div>`}</div>`
}
