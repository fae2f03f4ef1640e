import { html, rich, type SafeHtml } from '../../kernel/text/html.ts'
import { t } from '../../kernel/text/messages.ts'

/** The default privacy policy, for servers whose operator wrote none: it describes the software. */
export function privacyPolicy(domain: string): SafeHtml {
  return html`<p>${t('This page says what {domain} keeps about the people who use it, and why. It describes the software as it comes; whoever runs the server may have added to it.', { domain })}</p>
<h2>${t('What is kept')}</h2>
<ul>
<li>${rich('<strong>Your account.</strong> User name, e-mail address and password (only as a hash that cannot be turned back), and, if you give them, a display name, a biography, pictures and profile fields. Except for the e-mail address and the password, all of this is public.', { strong: (text: SafeHtml) => html`<strong>${text}</strong>` })}</li>
<li>${rich('<strong>What you post.</strong> Posts, pictures, polls, whom you follow, and what you favourite, boost or bookmark. Public posts can be seen by anybody. Posts for followers go to your followers, and direct posts to the people they mention.', { strong: (text: SafeHtml) => html`<strong>${text}</strong>` })}</li>
<li>${rich("<strong>Messages are not secret.</strong> Direct posts and posts for followers are not encrypted between people: those who run this server or a receiver's server can technically read them. Do not share anything dangerous over them.", { strong: (text: SafeHtml) => html`<strong>${text}</strong>` })}</li>
<li>${rich('<strong>Addresses.</strong> The IP address from which you signed up, and that of each browser you are signed in with, as long as that session lasts.', { strong: (text: SafeHtml) => html`<strong>${text}</strong>` })}</li>
</ul>
<h2>${t('What it is used for')}</h2>
<ul>
<li>${t('To do what you ask of the server: show and deliver your posts, and let you follow and talk to others.')}</li>
<li>${t('To keep the community safe: for example, to compare addresses when somebody returns under another name.')}</li>
<li>${t('The e-mail address is used to confirm your account, to reset your password, and to tell you what you asked to be told.')}</li>
</ul>
<h2>${t('Who else receives it')}</h2>
<p>${t('Nothing is sold, traded or given to advertisers. Because this server is part of a federated network, your public posts are delivered to the servers of your followers, posts for followers to the servers where these followers are, and direct posts to the servers of their recipients. What another server has received is in its hands: a deletion is passed on, but cannot be enforced there.')}</p>
<p>${t('An application that you allow to use your account sees what you allow it to see, and never your password or e-mail address unless you allow that.')}</p>
<h2>${t('How long it is kept')}</h2>
<p>${t('Posts and media stay until you delete them. Deleted posts disappear at once and are removed from the database soon after, unless they are part of a report that has not been closed. When you delete your account, its posts, pictures and personal data are removed; only the user name stays reserved, so that nobody can pretend to be you.')}</p>
<h2>${t('Cookies')}</h2>
<p>${t('Cookies keep you signed in, protect forms against forgery, and remember the language and the colours that you chose. There are no others, and nothing follows you to other sites.')}</p>
<h2>${t('Your choices')}</h2>
<p>${rich('You can change or delete your posts, your profile and your account at any time in the settings. Questions go to the contact that is named on the <link>about page</link>.', { link: (text: SafeHtml) => html`<a href="/about">${text}</a>` })}</p>`
}
