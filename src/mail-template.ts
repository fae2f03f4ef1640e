import type { Mail } from './mail.ts'
import { html, type SafeHtml } from './text/html.ts'

export interface MailContent {
  to: string
  /** title of the server */
  serverName: string
  subject: string
  /** each is one paragraph of plain text */
  paragraphs: readonly string[]
  /** a link shown as a button, and as an address in the text part */
  action?: { label: string; url: string }
  /** below the link */
  closing?: readonly string[]
}

/** Gives a mail its text and HTML parts, which say the same. */
export function renderMail(content: MailContent): Mail {
  return {
    to: content.to,
    senderName: content.serverName,
    subject: content.subject,
    text: renderText(content),
    html: `<!doctype html>${renderHtml(content).html}`,
  }
}

function renderText({ paragraphs, action, closing = [], serverName }: MailContent): string {
  const link = action === undefined ? [] : [`${action.label}:\n${action.url}`]
  return `${[...paragraphs, ...link, ...closing, `-- \n${serverName}`].join('\n\n')}\n`
}

/** Mail programs know neither stylesheets nor much CSS, so what little there is stands on the tags. */
function renderHtml({
  subject,
  paragraphs,
  action,
  closing = [],
  serverName,
}: MailContent): SafeHtml {
  const text = (line: string) => html`<p style="margin:0 0 16px">${line}</p>`
  return html`<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px 12px;background:#f1f0f7;color:#1d1a2b;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:520px;margin:0 auto;padding:28px 28px 12px;background:#ffffff;border-radius:12px">
<h1 style="margin:0 0 20px;font-size:20px;line-height:1.3">${subject}</h1>
${paragraphs.map(text)}
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
