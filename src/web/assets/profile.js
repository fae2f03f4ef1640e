// Counts the characters of the note while it is typed, as the server does when it is saved:
// an address is 23 characters, a mention goes without its server.

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function count(text) {
  const short = text
    .replace(/\bhttps?:\/\/\S+/gi, 'x'.repeat(23))
    .replace(/(^|[^\w/])@(\w+)@[\w.-]+\w/g, '$1@$2')
  return [...graphemes.segment(short)].length
}

for (const shown of document.querySelectorAll('[data-count-of]')) {
  const field = document.getElementById(shown.dataset.countOf)
  field.addEventListener('input', () => {
    shown.textContent = count(field.value)
  })
}
