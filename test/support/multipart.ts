/** A multipart body with its content type, for `TestClient.post(path, ...(await multipart(fields)))`. */
export async function multipart(
  fields: Record<string, string | Uint8Array>,
): Promise<[Buffer, { 'content-type': string }]> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([Buffer.from(value)]), '../../evil name.png')
  }
  const response = new Response(form)
  const body = Buffer.from(await response.arrayBuffer())
  return [body, { 'content-type': response.headers.get('content-type')! }]
}
