// the parts of css-tree without its tables of all CSS, which a browser cannot load; @types/css-tree knows the whole only

declare module 'css-tree/parser' {
  import type { parse } from 'css-tree'

  const parser: typeof parse
  export default parser
}

declare module 'css-tree/generator' {
  import type { generate } from 'css-tree'

  const generator: typeof generate
  export default generator
}

declare module 'css-tree/walker' {
  import type { find } from 'css-tree'

  const walker: { find: typeof find }
  export default walker
}

declare module 'css-tree/utils' {
  export { List } from 'css-tree'
}
