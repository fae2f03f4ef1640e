import type { ComponentChildren } from 'preact'
import { useErrorBoundary, useRef } from 'preact/hooks'
import { Button, LinkButton } from '../../shared/components/button.tsx'
import { PageHead } from '../../shared/components/page-head.tsx'
import { t } from '../../shared/i18n.ts'
import { place } from '../../shared/router.ts'
import { server, viewer } from '../../shared/session.ts'

/** Keeps a mistake of ours on one page: the frame stays, and there is a way on. */
export function PageBoundary({ children }: { children: ComponentChildren }) {
  const [error, tryAgain] = useErrorBoundary((problem: unknown) => console.error(problem))
  const { path } = place.value
  const broken = useRef(path)
  if (error !== undefined && broken.current !== path) tryAgain()
  broken.current = path
  if (error === undefined) return <>{children}</>
  return (
    <>
      <PageHead title={t('Something broke')} />
      <p>{t('It is not your fault, and nothing that was sent is lost.')}</p>
      <div class="buttons">
        <Button kind="primary" onClick={tryAgain}>
          {t('Try again')}
        </Button>
        <Button onClick={() => location.reload()}>{t('Load the page again')}</Button>
        <LinkButton href={viewer === null ? '/' : '/home'}>{t('Go to the start page')}</LinkButton>
      </div>
      <p>
        {t('If it happens again, tell those who run this server what you did, with these lines:')}
      </p>
      <pre dir="ltr">{`Rookery ${server.version}, ${location.pathname}\n${textOf(error)}`}</pre>
      <p>
        <a href="/about">{t('Who runs this server')}</a>
      </p>
    </>
  )
}

/** The same for what stands beside the page: without it the page still is whole. */
export function Optional({ children }: { children: ComponentChildren }) {
  const [error] = useErrorBoundary((problem: unknown) => console.error(problem))
  return error === undefined ? children : null
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.stack ?? `${error.name}: ${error.message}`
}
