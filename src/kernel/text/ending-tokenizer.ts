import { createRequire } from 'node:module'
import type * as Htmlparser2 from 'htmlparser2'

type Tokenizer = typeof Htmlparser2.Tokenizer
type Listener = ConstructorParameters<Tokenizer>[1]

const require = createRequire(import.meta.url)

/**
 * A tokenizer for htmlparser2 that ends the document before the tag at which `isEnough` returns true: the parser
 * then closes the open elements and emits nothing more.
 */
export function endingTokenizer(isEnough: () => boolean): Tokenizer {
  const { Tokenizer } = require('htmlparser2') as typeof Htmlparser2
  return class extends Tokenizer {
    constructor(options: ConstructorParameters<Tokenizer>[0], parser: Listener) {
      super(options, endingListener(parser, isEnough))
    }
  }
}

function endingListener(parser: Listener, isEnough: () => boolean): Listener {
  let ended = false
  // a tag comes in parts, its name first
  const begin = (pass: () => void) => {
    ended ||= isEnough()
    if (!ended) pass()
  }
  return {
    onopentagname: (start, end) => begin(() => parser.onopentagname(start, end)),
    onclosetag: (start, end) => begin(() => parser.onclosetag(start, end)),
    onattribname: (start, end) => ended || parser.onattribname(start, end),
    onattribdata: (start, end) => ended || parser.onattribdata(start, end),
    onattribentity: (point) => ended || parser.onattribentity(point),
    onattribend: (quote, end) => ended || parser.onattribend(quote, end),
    onopentagend: (end) => ended || parser.onopentagend(end),
    onselfclosingtag: (end) => ended || parser.onselfclosingtag(end),
    ontext: (start, end) => ended || parser.ontext(start, end),
    ontextentity: (point, end) => ended || parser.ontextentity(point, end),
    oncdata: (start, end, offset) => ended || parser.oncdata(start, end, offset),
    oncomment: (start, end, offset) => ended || parser.oncomment(start, end, offset),
    ondeclaration: (start, end) => ended || parser.ondeclaration(start, end),
    onprocessinginstruction: (start, end) => ended || parser.onprocessinginstruction(start, end),
    onend: () => parser.onend(),
    isInForeignContext: () => parser.isInForeignContext?.() ?? false,
  }
}
