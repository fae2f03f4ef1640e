import { language, t } from '../../shared/i18n.ts'
import { server } from '../../shared/session.ts'

const CACHE = 'rookery-words'
/** ms between looks whether the server is there again: no browser tells of a server that was away */
const PAUSE = 5000

/** Leaves for the worker, which knows no language, what it may have to say. */
export async function keepOfflinePage(): Promise<void> {
  const cache = await caches.open(CACHE)
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  await cache.put('/offline', new Response(offlinePage(), { headers }))
  const words = {
    reply: t('Reply'),
    favourite: t('Favourite'),
    something: t('Something new for you'),
  }
  await cache.put('/worker-words', Response.json(words))
}

/** The one page that has all of its styles in itself: there is nothing to load them from. */
function offlinePage(): string {
  const { lang, dir } = document.documentElement
  return `<!doctype html>
<html lang="${escaped(lang || language())}" dir="${dir === 'rtl' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(t('No connection'))} · ${escaped(server.title)}</title>
<style>
:root{color-scheme:light dark}
body{display:grid;place-content:center;justify-items:center;min-height:100dvh;margin:0;padding:2rem;box-sizing:border-box;background:#f3f2f8;color:#1d1a2b;font:1rem/1.5 system-ui,sans-serif;text-align:center}
svg{color:#5b46c9}
h1{margin:1rem 0 .5rem;font-size:1.5rem}
p{max-width:28rem;margin:0 0 1.5rem;color:#5c5870}
a{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 1.25rem;border-radius:.625rem;background:#5b46c9;color:#fff;font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid #5b46c9;outline-offset:2px}
@media (prefers-color-scheme:dark){body{background:#14121d;color:#eceaf5}p{color:#aea9c4}a{background:#b3a6ff;color:#1a1430}svg{color:#b3a6ff}}
</style>
</head>
<body>
<main>
<svg width="56" height="56" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m2 2 20 20"/><path d="M5.782 5.782A7 7 0 0 0 9 19h8.500a4.500 4.500 0 0 0 1.307-.193"/><path d="M21.532 16.500A4.500 4.500 0 0 0 17.500 10h-1.790A7.008 7.008 0 0 0 10 5.070"/></svg>
<h1>${escaped(t('No connection'))}</h1>
<p>${escaped(t('{server} cannot be reached. Check your connection; this page comes back by itself as soon as there is one.', { server: server.title }))}</p>
<a href="">${escaped(t('Try again'))}</a>
</main>
<script>
const look=()=>fetch('/health',{cache:'no-store'}).then((answer)=>{if(answer.ok)location.reload()},()=>{})
addEventListener('online',look)
setInterval(look,${PAUSE})
</script>
</body>
</html>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
