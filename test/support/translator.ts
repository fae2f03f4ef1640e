import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TranslatorCall {
  path: string
  authorization: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: tests check the sent bodies
  body: any
}

/** A translation server on loopback that converts to capitals, with both protocols. */
export interface Translator extends AsyncDisposable {
  url: string
  /** all calls except those for lists of languages */
  calls: TranslatorCall[]
  /** status of every response */
  status: number
  /** the translation of one text; default: capitals outside of tags and of `code` */
  change: (html: string) => string
}

const LISTED = [
  { code: 'en', name: 'English', targets: ['en', 'de', 'fr', 'zh-Hans'] },
  { code: 'de', name: 'German', targets: ['en', 'de'] },
]

export async function startTranslator(): Promise<Translator> {
  const calls: TranslatorCall[] = []
  const http = createServer(async (request, response) => {
    const { url = '', headers } = request
    const body = await readBody(request)
    if (body !== null) calls.push({ path: url, authorization: headers.authorization, body })
    response.writeHead(translator.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer(url, body)))
  })
  const answer = (path: string, body: TranslatorCall['body']) => {
    if (path === '/languages') return LISTED
    if (path === '/v2/languages?type=source') return languages('EN', 'DE')
    if (path === '/v2/languages?type=target') return languages('DE', 'EN-GB', 'ZH-HANT')
    if (path === '/translate') {
      return {
        translatedText: body.q.map(translator.change),
        detectedLanguage: body.q.map(() => ({ confidence: 90, language: 'en' })),
      }
    }
    return {
      translations: body.text.map((text: string) => ({
        detected_source_language: 'EN',
        text: translator.change(text),
      })),
    }
  }
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const translator: Translator = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    calls,
    status: 200,
    change: capitals,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
  return translator
}

function languages(...codes: string[]) {
  return codes.map((language) => ({ language, name: language }))
}

function capitals(html: string): string {
  const parts = html.split(/(<code[^>]*>.*?<\/code>|<[^>]*>|&\w+;)/)
  return parts.map((part, at) => (at % 2 === 0 ? part.toUpperCase() : part)).join('')
}

async function readBody(request: IncomingMessage) {
  let text = ''
  for await (const chunk of request) text += chunk
  return text === '' ? null : JSON.parse(text)
}
