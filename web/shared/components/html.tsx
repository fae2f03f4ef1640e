/** What people wrote, as the server has sanitised it. Its links open beside the page. */
export function Html({ html, class: name = '' }: { html: string; class?: string }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links within are what is used
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser makes clicks of keys on links
    <div
      class={`prose ${name}`}
      onClick={(event) => {
        const link = (event.target as Element).closest('a')
        if (link === null) return
        link.target = '_blank'
        link.rel = 'noopener noreferrer'
      }}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
