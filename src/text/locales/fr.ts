import type { Catalogue } from '../said.ts'

/** Messages of the API for people, in French. */
export const fr: Catalogue = {
  'Validation failed: {problems}': 'La validation a échoué : {problems}',
  '{field} {problem}': '{field} {problem}',
  Username: 'Le nom d’utilisateur',
  'E-mail address': 'L’adresse e-mail',
  Password: 'Le mot de passe',
  'Current password': 'Le mot de passe actuel',
  'Date of birth': 'La date de naissance',
  Reason: 'La raison',
  Agreement: 'L’accord',
  'Display name': 'Le nom affiché',
  Note: 'La présentation',
  Avatar: 'L’avatar',
  'Avatar description': 'La description de l’avatar',
  Header: 'L’image d’en-tête',
  'Header description': 'La description de l’en-tête',
  Fields: 'Les champs',
  'Attribution domains': 'Les domaines d’attribution',
  Language: 'La langue',
  'Your language': 'Votre langue',
  'Time zone': 'Le fuseau horaire',
  Languages: 'Les langues',
  "can't be blank": 'doit être renseigné',
  'has already been taken': 'est déjà utilisé',
  'is too long (maximum is {max} characters)': 'est trop long ({max} caractères au plus)',
  'is too short (minimum is {min} characters)': 'est trop court ({min} caractères au moins)',
  'are more than {limit}': 'sont plus de {limit}',
  'is of a provider that cannot be used here': 'vient d’un fournisseur qui n’est pas accepté ici',
  'does not seem to take any mail': 'ne semble recevoir aucun courrier',
  'is reserved': 'est réservé',
  'must be accepted': 'doit être donné',
  'must contain only letters, numbers and underscores':
    'ne peut contenir que des lettres, des chiffres et des tirets bas',
  'is not a valid date': 'n’est pas une date valide',
  'is below the age limit': 'est en dessous de l’âge minimum',
  'is not a valid e-mail address': 'n’est pas une adresse e-mail valide',
  'is wrong': 'est incorrect',
  'is no language code': 'n’est pas un code de langue',
  'is not known': 'n’est pas connu',
  'contain values with missing labels': 'contiennent des valeurs sans intitulé',
  'contain something that is no domain': 'contiennent autre chose que des domaines',
  'contain something that is none': 'contiennent autre chose que des langues',
  "Text can't be blank": 'Le texte doit être renseigné',
  'Text character limit of {max} exceeded': 'Le texte dépasse {max} caractères',
  'Visibility is not included in the list': 'Cette visibilité n’existe pas',
  'Visibility of a boost cannot be direct':
    'Un partage ne peut pas être réservé aux personnes mentionnées',
  'Quote approval policy is not included in the list': 'Cette règle de citation n’existe pas',
  'Posts that expire are not supported by this server':
    'Ce serveur n’accepte pas les messages qui expirent',
  'Posts for this server only are not supported by this server':
    'Ce serveur n’accepte pas les messages qui restent sur le serveur',
  'Posts for chosen people are not supported by this server':
    'Ce serveur n’accepte pas les messages pour des personnes choisies',
  'Previews of posts are not supported by this server':
    'Ce serveur ne propose pas d’aperçu des messages',
  'Scheduled at is not a valid date': 'La date de publication n’est pas valide',
  'Scheduled at must be at least 5 minutes in the future':
    'La date de publication doit être au moins 5 minutes plus tard',
  'You have exceeded the limit of {max} scheduled posts':
    'La limite de {max} messages planifiés est dépassée',
  'You have exceeded the limit of {max} scheduled posts for that day':
    'La limite de {max} messages planifiés ce jour-là est dépassée',
  'You have exceeded the limit of {max} drafts': 'La limite de {max} brouillons est dépassée',
  'A boost cannot be pinned': 'Un partage ne peut pas être épinglé',
  'A boost cannot be edited': 'Un partage ne peut pas être modifié',
  "Someone else's post cannot be pinned":
    'Le message de quelqu’un d’autre ne peut pas être épinglé',
  'Posts that are only visible to mentioned users cannot be pinned':
    'Les messages réservés aux personnes mentionnées ne peuvent pas être épinglés',
  'You have already pinned the maximum number of posts':
    'Le nombre maximal de messages épinglés est atteint',
  'Status has already been taken': 'Ce message y est déjà',
  'Status must exist': 'Ce message n’existe pas',
  'This post belongs to no conversation': 'Ce message n’appartient à aucune conversation',
  'You cannot react with more than {max} emoji':
    'Vous ne pouvez pas réagir avec plus de {max} émojis',
  'Name is not a recognized emoji': 'Cet émoji n’est pas connu',
  'Options must be more than one item': 'Il faut plus d’un choix',
  "Options can't contain more than {max} items": 'Il ne peut pas y avoir plus de {max} choix',
  "Options can't be longer than {max} characters each":
    'Les choix ne peuvent pas dépasser {max} caractères',
  'Options contain duplicate items': 'Des choix sont en double',
  'Expires at is too far into the future': 'La fin est trop lointaine',
  'Expires at is too soon': 'La fin est trop proche',
  'The poll has already ended': 'Le sondage est déjà terminé',
  "You can't vote in your own polls": 'Vous ne pouvez pas voter à vos propres sondages',
  'You have already voted on this poll': 'Vous avez déjà voté à ce sondage',
  "The chosen option doesn't exist": 'Ce choix n’existe pas',
  'This poll takes one choice only': 'Ce sondage n’accepte qu’un choix',
  "File can't be blank": 'Le fichier manque',
  'Description is too long (maximum is {max} characters)':
    'La description est trop longue ({max} caractères au plus)',
  'Focus must be two numbers: x,y': 'Le point focal doit être deux nombres : x,y',
  'Cannot attach more than {max} files': 'Impossible de joindre plus de {max} fichiers',
  'Media attachments not found or attached to another post':
    'Des fichiers joints sont introuvables ou appartiennent à un autre message',
  'Cannot attach a video to a post that already contains images':
    'Impossible de joindre une vidéo à un message qui contient des images',
  "Title can't be blank": 'Le titre doit être renseigné',
  'Title is too long (maximum is {max} characters)':
    'Le titre est trop long ({max} caractères au plus)',
  'You have reached the maximum number of lists': 'Le nombre maximal de listes est atteint',
  'Replies policy is not included in the list': 'Cette règle pour les réponses n’existe pas',
  'You must follow an account to add it to a list':
    'Il faut suivre un compte pour l’ajouter à une liste',
  'Account is already in this list': 'Ce compte est déjà dans la liste',
  'Context None or invalid context supplied': 'Aucun contexte valide n’est donné',
  'Action is not included in the list': 'Cette action n’existe pas',
  'Filters are too many (maximum is {max})': 'Trop de filtres ({max} au plus)',
  'Statuses are too many (maximum is {max})': 'Trop de messages ({max} au plus)',
  "Keyword can't be blank": 'Le mot-clé doit être renseigné',
  'Keyword is too long (maximum is {max} characters)':
    'Le mot-clé est trop long ({max} caractères au plus)',
  'Keywords are too many (maximum is {max}, and {letters} characters together)':
    'Trop de mots-clés ({max} au plus, {letters} caractères en tout)',
  'Comment is too long (maximum is {max} characters)':
    'Le commentaire est trop long ({max} caractères au plus)',
  "Domain can't be blank": 'Le domaine doit être renseigné',
  'Domain is not a valid domain name': 'Ce n’est pas un nom de domaine valide',
  'Domain is the one of this server': 'C’est le domaine de ce serveur',
  'You cannot follow more than {max} people': 'Vous ne pouvez pas suivre plus de {max} personnes',
  'You must be already following the person you want to endorse':
    'Il faut suivre la personne que vous voulez recommander',
  'Languages is invalid': 'Les langues ne sont pas valides',
  'Tag is invalid': 'Ce hashtag n’est pas valide',
  'You have already featured the maximum number of hashtags':
    'Le nombre maximal de hashtags mis en avant est atteint',
  'Collection items are too many (maximum is {max})': 'Trop d’éléments ({max} au plus)',
  'Account has already been taken': 'Ce compte y est déjà',
  'Category is not included in the list': 'Cette catégorie n’existe pas',
  'Rules must be blank': 'Aucune règle ne doit être donnée',
  'Rules does not reference valid rules': 'Ces règles n’existent pas',
  'No other server is concerned': 'Aucun autre serveur n’est concerné',
}
