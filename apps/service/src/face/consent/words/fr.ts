import type { ConsentWords } from './words.ts';

export const fr: ConsentWords = {
  agree_button: 'J’accepte',
  decline_button: 'Je n’accepte pas',
  days: {
    after: { one: 'au bout de {n} jour', other: 'au bout de {n} jours' },
    during: { one: 'pendant {n} jour', other: 'pendant {n} jours' },
    most: { one: 'pendant {n} jour au plus', other: 'pendant {n} jours au plus' },
  },
  short: {
    take_moving:
      'Votre caméra prend quelques photos de votre visage pendant que vous suivez des consignes simples.',
    take_still: 'Votre caméra prend quelques photos de votre visage.',
    live: 'Les photos montrent que vous êtes une vraie personne.',
    template: 'Elles sont comparées à vos vérifications précédentes.',
    reference: 'Elles sont comparées à une photo de vous que possède {controller}.',
    search: '{controller} cherche aussi d’autres comptes avec votre visage.',
    frames: 'Les photos sont supprimées {after}.',
    frames_none: 'Les photos sont supprimées dès que la vérification est décidée.',
    template_kept: 'En cas de succès, un gabarit facial est conservé {during}.',
    template_none: 'Aucun gabarit facial n’est conservé.',
  },
  take: {
    heading: 'Ce que nous enregistrons',
    pictures: 'Plusieurs photos de votre visage avec la caméra de cet appareil, sans le son.',
    measures: 'Des mesures de votre visage et de ses mouvements, faites pendant que la caméra est allumée.',
    movements: 'Pendant ce temps, vous suivez des consignes simples, comme tourner la tête.',
    colours: 'L’écran peut éclairer votre visage avec des couleurs changeantes.',
    device:
      'Ce que votre navigateur indique sur lui-même, cet appareil et sa caméra, et votre réseau sous une forme ' +
      'abrégée ou codée.',
    phone:
      'Si vous continuez sur un téléphone : de quel type de téléphone il s’agit et si les deux appareils sont ' +
      'sur le même réseau.',
    moving_code:
      'La caméra arrière du téléphone peut lire un code animé sur votre autre écran. Son image reste sur le ' +
      'téléphone.',
  },
  use: {
    heading: 'À quoi cela sert',
    live: 'À voir qu’une vraie personne est devant la caméra, et non une photo, un masque ou un enregistrement.',
    match_template:
      'À comparer votre visage au gabarit facial de vos vérifications précédentes et à voir que c’est bien ' +
      'vous. S’il n’existe plus, à une photo de vous que possède {controller}.',
    match_reference:
      'À comparer votre visage à une photo de vous que possède {controller} et à voir que c’est bien vous.',
    template:
      'En cas de succès : à créer un gabarit facial, une liste de nombres qui décrit votre visage, pour que ' +
      '{controller} puisse vous reconnaître la prochaine fois. Les vérifications réussies ensuite le mettent ' +
      'à jour.',
    search:
      'À chercher votre visage parmi les gabarits faciaux des autres clients de {controller} pour trouver des ' +
      'seconds comptes. Une personne regarde chaque correspondance.',
    searched:
      'Tant que votre gabarit facial est conservé, {controller} peut y comparer le visage d’autres personnes ' +
      'pour trouver des seconds comptes.',
    replay:
      'À remarquer si un enregistrement de cette vérification est réutilisé : en cas de succès, des empreintes ' +
      'de vos photos (des codes courts de leur aspect) sont conservées et comparées aux vérifications ' +
      'suivantes.',
    review: 'Une personne chez {controller} peut regarder vos photos et décider.',
    review_two: 'Deux personnes chez {controller} peuvent regarder vos photos et décider.',
    record:
      'À prouver plus tard comment cette vérification a été décidée : un dossier signé avec ses mesures et ses ' +
      'résultats, et de petites copies grises des photos.',
  },
  keep: {
    heading: 'Combien de temps',
    frames: 'Vos photos sont supprimées {after}, à compter de votre dernier essai.',
    frames_none: 'Vos photos sont supprimées dès que la vérification est décidée.',
    template: 'Votre gabarit facial est conservé {during}, à compter de la dernière vérification réussie.',
    template_none: 'Aucun gabarit facial n’est conservé.',
    reference:
      'Si {controller} fournit une photo de vous, le gabarit facial de cette photo est conservé {during}.',
    prints: 'En cas de succès, les empreintes sont conservées {during}.',
    waiting_face:
      'Tant qu’une personne doit encore décider, les mesures de votre visage et les empreintes sont conservées ' +
      '{most}.',
    waiting_prints: 'Tant qu’une personne doit encore décider, les empreintes sont conservées {most}.',
    record:
      'Le dossier, le résultat et un hachage de chaque photo sont conservés jusqu’à ce que {controller} ' +
      'supprime vos données.',
    proof:
      'La preuve de votre réponse est conservée sans votre nom, même après la suppression de vos données.',
  },
  who: {
    heading: 'Qui est responsable',
    controller: '{controller} est responsable de vos données.',
    controller_as: '{controller} est responsable de vos données. Cette page l’appelle {integrator}.',
    sealed: 'Les photos, les gabarits faciaux et les dossiers sont stockés chiffrés.',
  },
  refuse: {
    heading: 'Si vous n’acceptez pas',
    how: 'Choisissez « {decline} ». La caméra reste éteinte, et {controller} peut vous proposer une autre solution.',
  },
  withdraw: {
    heading: 'Vous avez changé d’avis ?',
    how:
      'Vous pouvez retirer votre consentement à tout moment : sur cette page tant qu’elle est ouverte, ou auprès ' +
      'de {controller}.',
    effect:
      'La vérification s’arrête alors, et les photos, gabarits faciaux, empreintes et dossiers de vos ' +
      'vérifications faciales sont supprimés. Ce qui a été décidé avant reste valable.',
  },
  more: { heading: 'Également de {controller}' },
  agreement:
    'En choisissant « {agree} », vous autorisez {controller} à utiliser des photos de votre visage (données ' +
    'biométriques) de cette manière. Vous pouvez arrêter à tout moment.',
};
