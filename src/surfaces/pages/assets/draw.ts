/**
 * Draws the bitmap pictures of this folder from the logo: `node src/surfaces/pages/assets/draw.ts`.
 * Run it after a change of the logo or of the colours, and commit the files that it writes.
 */
import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'

const folder = new URL('.//', import.meta.url)
const logo = await readFile(new URL('logo.svg', folder), 'utf8')
/** the bird without the square behind it */
const bird = logo.slice(logo.indexOf('<path'), logo.indexOf('</svg>'))

/** x, y and size of the birds in the sky */
const FLOCK = [
  [330, 150, 1.5],
  [420, 200, 1.1],
  [255, 215, 0.9],
  [480, 120, 0.8],
  [560, 175, 0.6],
  [890, 90, 0.7],
  [960, 130, 0.5],
] as const

for (const size of [180, 192, 512]) {
  const icon = await draw(logo.replace('rx="15"', ''), size, size)
  await writeFile(new URL(`icon-${size}.png`, folder), icon)
}
await writeFile(new URL('favicon.ico', folder), icon(await draw(logo, 32, 32), 32))
await writeFile(new URL('avatar.png', folder), await draw(avatar(), 400, 400))
await writeFile(new URL('header.png', folder), await draw(header(), 1500, 500))
await writeFile(new URL('preview.png', folder), await draw(preview(), 1200, 630))

async function draw(svg: string, width: number, height: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: 300 })
    .resize(width, height)
    .png({ palette: true, quality: 90, effort: 10 })
    .toBuffer()
}

/** A PNG of this size in the ICO container that browsers request as favicon.ico. */
function icon(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // an icon
  head.writeUInt16LE(1, 4) // one picture
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

function avatar(): string {
  const colours = bird.replaceAll('#5b46c9', '#b3aad9')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
    <rect width="64" height="64" fill="#b3aad9"/>
    <circle cx="52" cy="12" r="26" fill="#bdb5df"/>
    <g transform="translate(1.5 2)" opacity=".95">${colours}</g></svg>`
}

function header(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1500 500">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#4a3ba6"/><stop offset=".55" stop-color="#8577cf"/>
      <stop offset="1" stop-color="#e3b7c0"/></linearGradient></defs>
    <rect width="1500" height="500" fill="url(#sky)"/>
    <circle cx="1130" cy="330" r="78" fill="#f6d9c9"/>
    <path fill="#6d5fbd" d="M0 400c180-70 330-90 520-40s360 40 520-10 320-60 460-20v170H0Z"/>
    <path fill="#52459f" d="M0 450c220-60 420-60 640-20s470 20 860-40v110H0Z"/>
    <path fill="#3b3180" d="M0 486c300-46 560-36 820-16s460 10 680-24v54H0Z"/>
    ${FLOCK.map(([x, y, size]) => flying(x, y, size)).join('')}</svg>`
}

/** The preview picture of links to a server without a picture of its own: the header with the bird. */
function preview(): string {
  const sky = header().replace(
    'viewBox="0 0 1500 500"',
    'viewBox="270 0 952 500" preserveAspectRatio="none"',
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">
    ${sky.replace('<svg ', '<svg width="1200" height="630" ')}
    <g transform="translate(440 140) scale(5)">${bird.replaceAll('#5b46c9', '#6d5fbd')}</g></svg>`
}

/** Two wings. */
function flying(x: number, y: number, size: number): string {
  return `<path transform="translate(${x} ${y}) scale(${size})" fill="#2e2669"
    d="M0 0c-9-12-24-15-40-9 14 0 24 5 32 14 2 3 6 4 8 4s6-1 8-4c8-9 18-14 32-14-16-6-31-3-40 9Z"/>`
}
