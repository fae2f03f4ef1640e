import type { Catalogue } from '../said.ts'

/** Messages of the API for people, in German. */
export const de: Catalogue = {
  'Validation failed: {problems}': 'Die Eingaben sind nicht gültig: {problems}',
  '{field} {problem}': '{field} {problem}',
  Username: 'Profilname',
  'E-mail address': 'E-Mail-Adresse',
  Password: 'Passwort',
  'Current password': 'Aktuelles Passwort',
  'Date of birth': 'Geburtsdatum',
  Reason: 'Begründung',
  Agreement: 'Zustimmung',
  'Display name': 'Anzeigename',
  Note: 'Profiltext',
  Avatar: 'Profilbild',
  'Avatar description': 'Beschreibung des Profilbilds',
  Header: 'Titelbild',
  'Header description': 'Beschreibung des Titelbilds',
  Fields: 'Zusatzfelder',
  'Attribution domains': 'Domains für Namensnennung',
  Language: 'Sprache',
  'Your language': 'Deine Sprache',
  'Time zone': 'Zeitzone',
  Languages: 'Sprachen',
  "can't be blank": 'darf nicht leer sein',
  'has already been taken': 'ist bereits vergeben',
  'is too long (maximum is {max} characters)': 'ist zu lang (höchstens {max} Zeichen)',
  'is too short (minimum is {min} characters)': 'ist zu kurz (mindestens {min} Zeichen)',
  'are more than {limit}': 'sind mehr als {limit}',
  'is of a provider that cannot be used here':
    'gehört zu einem Anbieter, der hier nicht verwendet werden kann',
  'does not seem to take any mail': 'scheint keine E-Mails anzunehmen',
  'is reserved': 'ist reserviert',
  'must be accepted': 'muss gegeben werden',
  'must contain only letters, numbers and underscores':
    'darf nur Buchstaben, Ziffern und Unterstriche enthalten',
  'is not a valid date': 'ist kein gültiges Datum',
  'is below the age limit': 'liegt unter dem Mindestalter',
  'is not a valid e-mail address': 'ist keine gültige E-Mail-Adresse',
  'is wrong': 'ist falsch',
  'is no language code': 'ist kein Sprachcode',
  'is not known': 'ist nicht bekannt',
  'contain values with missing labels': 'enthalten Werte ohne Bezeichnung',
  'contain something that is no domain': 'enthalten etwas, das keine Domain ist',
  'contain something that is none': 'enthalten etwas, das keine ist',
  "Text can't be blank": 'Text darf nicht leer sein',
  'Text character limit of {max} exceeded': 'Der Text überschreitet {max} Zeichen',
  'Visibility is not included in the list': 'Diese Sichtbarkeit gibt es nicht',
  'Visibility of a boost cannot be direct':
    'Ein geteilter Beitrag kann nicht nur für Erwähnte sichtbar sein',
  'Quote approval policy is not included in the list': 'Diese Regel für Zitate gibt es nicht',
  'Posts that expire are not supported by this server':
    'Dieser Server unterstützt keine Beiträge, die ablaufen',
  'Posts for this server only are not supported by this server':
    'Dieser Server unterstützt keine Beiträge nur für diesen Server',
  'Posts for chosen people are not supported by this server':
    'Dieser Server unterstützt keine Beiträge für ausgewählte Personen',
  'Previews of posts are not supported by this server':
    'Dieser Server unterstützt keine Vorschau von Beiträgen',
  'Scheduled at is not a valid date': 'Der Zeitpunkt ist kein gültiges Datum',
  'Scheduled at must be at least 5 minutes in the future':
    'Der Zeitpunkt muss mindestens 5 Minuten in der Zukunft liegen',
  'You have exceeded the limit of {max} scheduled posts':
    'Mehr als {max} geplante Beiträge sind nicht möglich',
  'You have exceeded the limit of {max} scheduled posts for that day':
    'Mehr als {max} geplante Beiträge an diesem Tag sind nicht möglich',
  'You have exceeded the limit of {max} drafts': 'Mehr als {max} Entwürfe sind nicht möglich',
  'A boost cannot be pinned': 'Ein geteilter Beitrag kann nicht angeheftet werden',
  'A boost cannot be edited': 'Ein geteilter Beitrag kann nicht bearbeitet werden',
  "Someone else's post cannot be pinned": 'Beiträge anderer können nicht angeheftet werden',
  'Posts that are only visible to mentioned users cannot be pinned':
    'Beiträge nur für Erwähnte können nicht angeheftet werden',
  'You have already pinned the maximum number of posts':
    'Mehr Beiträge können nicht angeheftet werden',
  'Status has already been taken': 'Dieser Beitrag ist schon darin',
  'Status must exist': 'Diesen Beitrag gibt es nicht',
  'This post belongs to no conversation': 'Dieser Beitrag gehört zu keiner Unterhaltung',
  'You cannot react with more than {max} emoji':
    'Mehr als {max} Emoji sind als Reaktion nicht möglich',
  'Name is not a recognized emoji': 'Das ist kein bekanntes Emoji',
  'Options must be more than one item': 'Es muss mehr als eine Antwort geben',
  "Options can't contain more than {max} items": 'Mehr als {max} Antworten sind nicht möglich',
  "Options can't be longer than {max} characters each":
    'Antworten dürfen höchstens {max} Zeichen haben',
  'Options contain duplicate items': 'Antworten kommen doppelt vor',
  'Expires at is too far into the future': 'Das Ende liegt zu weit in der Zukunft',
  'Expires at is too soon': 'Das Ende ist zu bald',
  'The poll has already ended': 'Die Umfrage ist bereits beendet',
  "You can't vote in your own polls": 'An eigenen Umfragen kannst du nicht teilnehmen',
  'You have already voted on this poll': 'Du hast bei dieser Umfrage schon abgestimmt',
  "The chosen option doesn't exist": 'Diese Antwort gibt es nicht',
  'This poll takes one choice only': 'Diese Umfrage erlaubt nur eine Antwort',
  "File can't be blank": 'Die Datei fehlt',
  'Description is too long (maximum is {max} characters)':
    'Die Beschreibung ist zu lang (höchstens {max} Zeichen)',
  'Focus must be two numbers: x,y': 'Der Bildmittelpunkt muss aus zwei Zahlen bestehen: x,y',
  'Cannot attach more than {max} files': 'Mehr als {max} Dateien können nicht angehängt werden',
  'Media attachments not found or attached to another post':
    'Anhänge wurden nicht gefunden oder gehören zu einem anderen Beitrag',
  'Cannot attach a video to a post that already contains images':
    'Ein Video kann nicht zusammen mit Bildern angehängt werden',
  "Title can't be blank": 'Der Titel darf nicht leer sein',
  'Title is too long (maximum is {max} characters)':
    'Der Titel ist zu lang (höchstens {max} Zeichen)',
  'You have reached the maximum number of lists': 'Mehr Listen sind nicht möglich',
  'Replies policy is not included in the list': 'Diese Regel für Antworten gibt es nicht',
  'You must follow an account to add it to a list':
    'Nur Profile, denen du folgst, können in eine Liste',
  'Account is already in this list': 'Dieses Profil ist schon in der Liste',
  'Context None or invalid context supplied': 'Es fehlt ein gültiger Ort, an dem der Filter gilt',
  'Action is not included in the list': 'Diese Aktion gibt es nicht',
  'Filters are too many (maximum is {max})': 'Mehr als {max} Filter sind nicht möglich',
  'Statuses are too many (maximum is {max})': 'Mehr als {max} Beiträge sind nicht möglich',
  "Keyword can't be blank": 'Das Stichwort darf nicht leer sein',
  'Keyword is too long (maximum is {max} characters)':
    'Das Stichwort ist zu lang (höchstens {max} Zeichen)',
  'Keywords are too many (maximum is {max}, and {letters} characters together)':
    'Zu viele Stichwörter (höchstens {max}, zusammen {letters} Zeichen)',
  'Comment is too long (maximum is {max} characters)':
    'Der Kommentar ist zu lang (höchstens {max} Zeichen)',
  "Domain can't be blank": 'Die Domain darf nicht leer sein',
  'Domain is not a valid domain name': 'Das ist kein gültiger Domainname',
  'Domain is the one of this server': 'Das ist die Domain dieses Servers',
  'You cannot follow more than {max} people': 'Du kannst höchstens {max} Profilen folgen',
  'You must be already following the person you want to endorse':
    'Du kannst nur Profile empfehlen, denen du folgst',
  'Languages is invalid': 'Die Sprachen sind ungültig',
  'Tag is invalid': 'Das ist kein gültiger Hashtag',
  'You have already featured the maximum number of hashtags':
    'Mehr Hashtags können nicht vorgestellt werden',
  'Collection items are too many (maximum is {max})': 'Mehr als {max} Einträge sind nicht möglich',
  'Account has already been taken': 'Dieses Profil ist schon darin',
  'Category is not included in the list': 'Diese Kategorie gibt es nicht',
  'Rules must be blank': 'Regeln dürfen hier nicht angegeben werden',
  'Rules does not reference valid rules': 'Diese Regeln gibt es nicht',
  'No other server is concerned': 'Kein anderer Server ist betroffen',
}
