import type { Catalogue } from '../said.ts'

/** Messages of the API for people, in Spanish. */
export const es: Catalogue = {
  'Validation failed: {problems}': 'Los datos no son válidos: {problems}',
  '{field} {problem}': '{field} {problem}',
  Username: 'El nombre de usuario',
  'E-mail address': 'La dirección de correo',
  Password: 'La contraseña',
  'Current password': 'La contraseña actual',
  'Date of birth': 'La fecha de nacimiento',
  Reason: 'El motivo',
  Agreement: 'La aceptación',
  'Display name': 'El nombre mostrado',
  Note: 'La presentación',
  Avatar: 'El avatar',
  'Avatar description': 'La descripción del avatar',
  Header: 'La cabecera',
  'Header description': 'La descripción de la cabecera',
  Fields: 'Los campos',
  'Attribution domains': 'Los dominios de atribución',
  Language: 'El idioma',
  'Your language': 'Tu idioma',
  'Time zone': 'La zona horaria',
  Languages: 'Los idiomas',
  "can't be blank": 'no puede estar en blanco',
  'has already been taken': 'ya está en uso',
  'is too long (maximum is {max} characters)': 'es demasiado largo ({max} caracteres como máximo)',
  'is too short (minimum is {min} characters)': 'es demasiado corto ({min} caracteres como mínimo)',
  'are more than {limit}': 'son más de {limit}',
  'is of a provider that cannot be used here': 'es de un proveedor que no se admite aquí',
  'does not seem to take any mail': 'no parece recibir correo',
  'is reserved': 'está reservado',
  'must be accepted': 'debe darse',
  'must contain only letters, numbers and underscores':
    'solo puede contener letras, números y guiones bajos',
  'is not a valid date': 'no es una fecha válida',
  'is below the age limit': 'está por debajo de la edad mínima',
  'is not a valid e-mail address': 'no es una dirección de correo válida',
  'is wrong': 'es incorrecta',
  'is no language code': 'no es un código de idioma',
  'is not known': 'no se conoce',
  'contain values with missing labels': 'contienen valores sin etiqueta',
  'contain something that is no domain': 'contienen algo que no es un dominio',
  'contain something that is none': 'contienen algo que no es un idioma',
  "Text can't be blank": 'El texto no puede estar en blanco',
  'Text character limit of {max} exceeded': 'El texto supera los {max} caracteres',
  'Visibility is not included in the list': 'Esta visibilidad no existe',
  'Visibility of a boost cannot be direct':
    'Un impulso no puede ser solo para las personas mencionadas',
  'Quote approval policy is not included in the list': 'Esta regla de citas no existe',
  'Posts that expire are not supported by this server':
    'Este servidor no admite publicaciones que caducan',
  'Posts for this server only are not supported by this server':
    'Este servidor no admite publicaciones solo locales',
  'Posts for chosen people are not supported by this server':
    'Este servidor no admite publicaciones para personas elegidas',
  'Previews of posts are not supported by this server':
    'Este servidor no ofrece vistas previas de publicaciones',
  'Scheduled at is not a valid date': 'La fecha de publicación no es válida',
  'Scheduled at must be at least 5 minutes in the future':
    'La fecha de publicación debe ser al menos 5 minutos más tarde',
  'You have exceeded the limit of {max} scheduled posts':
    'Has superado el límite de {max} publicaciones programadas',
  'You have exceeded the limit of {max} scheduled posts for that day':
    'Has superado el límite de {max} publicaciones programadas para ese día',
  'You have exceeded the limit of {max} drafts': 'Has superado el límite de {max} borradores',
  'A boost cannot be pinned': 'Un impulso no se puede fijar',
  'A boost cannot be edited': 'Un impulso no se puede editar',
  "Someone else's post cannot be pinned": 'La publicación de otra persona no se puede fijar',
  'Posts that are only visible to mentioned users cannot be pinned':
    'Las publicaciones solo para personas mencionadas no se pueden fijar',
  'You have already pinned the maximum number of posts':
    'Ya has fijado el número máximo de publicaciones',
  'Status has already been taken': 'Esta publicación ya está incluida',
  'Status must exist': 'Esta publicación no existe',
  'This post belongs to no conversation': 'Esta publicación no pertenece a ninguna conversación',
  'You cannot react with more than {max} emoji': 'No puedes reaccionar con más de {max} emojis',
  'Name is not a recognized emoji': 'Ese emoji no se conoce',
  'Options must be more than one item': 'Debe haber más de una opción',
  "Options can't contain more than {max} items": 'No puede haber más de {max} opciones',
  "Options can't be longer than {max} characters each":
    'Las opciones no pueden superar los {max} caracteres',
  'Options contain duplicate items': 'Hay opciones repetidas',
  'Expires at is too far into the future': 'El final está demasiado lejos',
  'Expires at is too soon': 'El final está demasiado cerca',
  'The poll has already ended': 'La encuesta ya ha terminado',
  "You can't vote in your own polls": 'No puedes votar en tus propias encuestas',
  'You have already voted on this poll': 'Ya has votado en esta encuesta',
  "The chosen option doesn't exist": 'La opción elegida no existe',
  'This poll takes one choice only': 'Esta encuesta admite una sola opción',
  "File can't be blank": 'Falta el archivo',
  'Description is too long (maximum is {max} characters)':
    'La descripción es demasiado larga ({max} caracteres como máximo)',
  'Focus must be two numbers: x,y': 'El enfoque debe ser dos números: x,y',
  'Cannot attach more than {max} files': 'No se pueden adjuntar más de {max} archivos',
  'Media attachments not found or attached to another post':
    'No se encuentran los adjuntos o pertenecen a otra publicación',
  'Cannot attach a video to a post that already contains images':
    'No se puede adjuntar un vídeo a una publicación con imágenes',
  "Title can't be blank": 'El título no puede estar en blanco',
  'Title is too long (maximum is {max} characters)':
    'El título es demasiado largo ({max} caracteres como máximo)',
  'You have reached the maximum number of lists': 'Has alcanzado el número máximo de listas',
  'Replies policy is not included in the list': 'Esta regla para respuestas no existe',
  'You must follow an account to add it to a list':
    'Debes seguir una cuenta para añadirla a una lista',
  'Account is already in this list': 'Esta cuenta ya está en la lista',
  'Context None or invalid context supplied': 'No se ha indicado ningún contexto válido',
  'Action is not included in the list': 'Esta acción no existe',
  'Filters are too many (maximum is {max})': 'Demasiados filtros ({max} como máximo)',
  'Statuses are too many (maximum is {max})': 'Demasiadas publicaciones ({max} como máximo)',
  "Keyword can't be blank": 'La palabra no puede estar en blanco',
  'Keyword is too long (maximum is {max} characters)':
    'La palabra es demasiado larga ({max} caracteres como máximo)',
  'Keywords are too many (maximum is {max}, and {letters} characters together)':
    'Demasiadas palabras ({max} como máximo, {letters} caracteres en total)',
  'Comment is too long (maximum is {max} characters)':
    'El comentario es demasiado largo ({max} caracteres como máximo)',
  "Domain can't be blank": 'El dominio no puede estar en blanco',
  'Domain is not a valid domain name': 'No es un nombre de dominio válido',
  'Domain is the one of this server': 'Es el dominio de este servidor',
  'You cannot follow more than {max} people': 'No puedes seguir a más de {max} personas',
  'You must be already following the person you want to endorse':
    'Debes seguir a la persona que quieres recomendar',
  'Languages is invalid': 'Los idiomas no son válidos',
  'Tag is invalid': 'La etiqueta no es válida',
  'You have already featured the maximum number of hashtags':
    'Ya has destacado el número máximo de etiquetas',
  'Collection items are too many (maximum is {max})': 'Demasiados elementos ({max} como máximo)',
  'Account has already been taken': 'Esta cuenta ya está incluida',
  'Category is not included in the list': 'Esta categoría no existe',
  'Rules must be blank': 'No deben indicarse reglas',
  'Rules does not reference valid rules': 'Esas reglas no existen',
  'No other server is concerned': 'Ningún otro servidor está afectado',
}
