/** Whether this window is the composer's own, opened beside the client: it has no navigation. */
export const isPopOut =
  location.pathname === '/publish' && new URLSearchParams(location.search).get('pop') === '1'
