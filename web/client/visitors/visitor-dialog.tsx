import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button, LinkButton } from '../../shared/components/button.tsx'
import { Dialog } from '../../shared/components/dialog.tsx'
import { TextField } from '../../shared/components/fields.tsx'
import { Form } from '../../shared/components/form.tsx'
import { t } from '../../shared/i18n.ts'
import { Copy, ExternalLink, Icon } from '../../shared/icons.tsx'
import { addressWith } from '../../shared/router.ts'
import { server } from '../../shared/session.ts'
import { copy } from '../layers/clipboard.ts'
import { addressAt, chosenServer, pageAt, rememberServer, serverIn } from './own-server.ts'
import { SignUpButton } from './sign-up-button.tsx'
import type { Wish } from './wish.ts'
import './visitors.css'

export const drawVisitorDialog = (what: Wish, url: string) => (close: () => void) => (
  <VisitorDialog what={what} url={url} close={close} />
)

interface VisitorDialogProps {
  what: Wish
  url: string
  close: () => void
}

function VisitorDialog({ what, url, close }: VisitorDialogProps) {
  const back = addressWith({ intent: isFollow(what) ? null : what })
  return (
    <Dialog title={titleOf(what)} onClose={close}>
      <p>{t('You need an account for this: here, or on any other server of the fediverse.')}</p>
      <section class="visitor-way">
        <h3>{t('Here on {server}', { server: server.title })}</h3>
        <div class="buttons">
          <LinkButton kind="primary" href={`/auth/sign_in?return_to=${encodeURIComponent(back)}`}>
            {t('Sign in')}
          </LinkButton>
          <SignUpButton />
        </div>
      </section>
      <section class="visitor-way">
        <h3>{t('On your own server')}</h3>
        <OwnServer what={what} url={url} close={close} />
      </section>
    </Dialog>
  )
}

/** Nothing is asked about it after signing in: its button stands on the page that one comes back to. */
const isFollow = (what: Wish): boolean => what === 'follow' || what === 'followTag'

function titleOf(what: Wish): string {
  const titles: Record<Wish, string> = {
    reply: t('Reply to this post'),
    favourite: t('Make this post a favourite'),
    reblog: t('Boost this post'),
    quote: t('Quote this post'),
    bookmark: t('Bookmark this post'),
    vote: t('Vote in this poll'),
    follow: t('Follow this account'),
    followTag: t('Follow this hashtag'),
  }
  return titles[what]
}

/** Where the person types the server that they are at. */
function OwnServer({ what, url, close }: VisitorDialogProps): ComponentChildren {
  const typed = useSignal(chosenServer())
  const problem = useSignal(false)
  const goOn = async () => {
    const host = serverIn(typed.value)
    problem.value = host === null
    if (host === null) return
    if (host === server.domain || host === location.host) {
      location.assign('/auth/sign_in')
      return
    }
    rememberServer(host)
    location.assign(what === 'followTag' ? pageAt(host, url) : addressAt(host, url))
    close()
  }
  return (
    <>
      <Form onSubmit={goOn} submit={t('Go on')}>
        <TextField
          label={t('Your server, or your whole handle')}
          hint={t('For example social.example or @you@social.example. This browser remembers it.')}
          value={typed}
          placeholder="social.example"
        />
        {problem.value && (
          <p class="visitor-problem" role="alert">
            {t('That is not the address of a server. It looks like social.example.')}
          </p>
        )}
      </Form>
      {what !== 'followTag' && <Address url={url} />}
    </>
  )
}

/** For servers that do not know what to do with what they are sent. */
function Address({ url }: { url: string }) {
  return (
    <>
      <p class="visitor-address">
        <span>
          {t('If your server does not know what to do, search there for this address:')}{' '}
          <bdi class="mono">{url}</bdi>
        </span>
        <Button small onClick={() => void copy(url, t('The link is copied'))}>
          <Icon of={Copy} size={16} /> {t('Copy')}
        </Button>
      </p>
      <p class="muted small">
        <Icon of={ExternalLink} size={14} /> {t('What you do there is sent on to this server.')}
      </p>
    </>
  )
}
