import type { Texts } from './texts.ts';

export const fr: Texts = {
  page_title: 'Vérification d’identité',
  test_mode: 'Mode test',
  language: 'Langue',
  cancel: 'Annuler',
  step_of: 'Étape {n} sur {total}',
  offline: 'Vous semblez hors ligne. Cette page reprendra d’elle-même dès le retour de la connexion.',
  loading: { title: 'Un instant', body: 'Nous préparons votre vérification…' },
  landing: {
    title: 'Continuer sur ce téléphone',
    body: 'Vous avez ouvert un lien pour vérifier votre identité sur ce téléphone.',
    warning:
      'Continuez seulement si vous venez de scanner le code ou d’ouvrir le lien depuis votre propre écran.',
    go: 'Continuer',
    not_me: 'Ce n’était pas moi',
  },
  confirm: {
    title: 'Est-ce bien votre vérification ?',
    body: 'Vérifiez que ces informations sont exactes.',
    who: 'Demandée par',
    what: 'Pour',
    device: 'Commencée sur',
    when: 'Commencée à',
    customer: 'Compte',
    number_label: 'Nombre affiché sur l’autre écran',
    number_hint: 'Deux chiffres. Ils sont affichés là où vous avez scanné le code.',
    number_missing: 'Saisissez les deux chiffres.',
    go: 'Continuer',
    not_me: 'Ce n’était pas moi',
  },
  pairing: {
    title: 'Dirigez ce téléphone vers votre autre écran',
    body: 'Un code changeant y est affiché. Le lire avec la caméra arrière aide à montrer que les deux appareils sont avec vous.',
    stays:
      'L’image de la caméra reste sur ce téléphone. La vérification a elle aussi besoin de la caméra : veuillez l’autoriser.',
    needed: 'La vérification a elle aussi besoin de la caméra.',
    go: 'Ouvrir la caméra',
    skip: 'Continuer sans cela',
    reading_title: 'Visez le code changeant',
    preview: 'Image de la caméra arrière',
    looking: 'Recherche du code…',
    seen: 'Le voilà. Gardez le téléphone immobile…',
    blind: 'Cette étape n’en a pas besoin : vous pouvez simplement continuer sans le code changeant.',
  },

  consent: {
    title: 'Confirmez que c’est vous',
    intro: '{integrator} demande une courte vérification de votre visage. Elle dure environ une minute.',
    purpose: 'À quoi elle sert : {purpose}',
    points: {
      camera: 'Votre caméra prend quelques images pendant que vous suivez des consignes simples.',
      use: 'Elles servent à voir que vous êtes une vraie personne et que c’est bien vous.',
    },
    text: 'En choisissant « J’accepte », vous permettez à {integrator} de traiter des images de votre visage pour cette vérification. Vous pouvez arrêter à tout moment.',
    agree: 'J’accepte',
    decline: 'Je n’accepte pas',
    read: 'Ce que vous acceptez',
  },
  primer: {
    title: 'Préparez-vous pour la caméra',
    body: 'Le navigateur va demander si cette page peut utiliser la caméra. Choisissez « Autoriser ».',
    tips: {
      light: 'Placez-vous avec de la lumière sur le visage',
      face: 'Retirez chapeau et lunettes de soleil',
      hold: 'Tenez l’appareil à hauteur des yeux',
    },
    go: 'Ouvrir la caméra',
    here: 'Utiliser cet appareil',
    phone: 'Continuer sur le téléphone',
  },
  opening: { title: 'Autorisez la caméra', body: 'Le navigateur vous le demande. Choisissez « Autoriser ».' },
  ready: {
    title: 'Placez votre visage dans l’ovale',
    body: 'Quand vous êtes prêt, appuyez sur le bouton et suivez les consignes. Cela dure environ 15 secondes.',
    go: 'Commencer',
    flash:
      'L’écran peut clignoter en couleurs vives. Si la lumière clignotante vous gêne, désactivez-la ici.',
    options: 'Besoin d’une autre manière ?',
    no_flash: 'Sans couleurs clignotantes',
    no_head_motion: 'Sans bouger la tête',
    audio: 'Plus de temps pour chaque consigne',
    preview: 'Image de votre caméra',
  },
  hints: {
    face_not_present: 'Votre visage n’est pas dans l’image',
    multiple_faces: 'Soyez seul dans l’image, s’il vous plaît',
    brightness_too_low: 'Il fait trop sombre. Tournez-vous vers une lumière',
    brightness_too_high: 'Il y a trop de lumière. Éloignez-vous de la lumière forte',
    back_light: 'La lumière est derrière vous. Tournez-vous vers elle',
    face_too_close: 'Reculez un peu',
    face_too_far: 'Approchez-vous un peu',
    face_centering: 'Placez votre visage au milieu',
    face_occluded: 'Découvrez votre visage, s’il vous plaît',
    head_tilted: 'Tenez la tête droite et regardez devant vous',
    eyes_closed: 'Ouvrez les yeux, s’il vous plaît',
    sharpness_too_low: 'L’image est floue. Ne bougez pas ou essuyez l’objectif',
    hold_still: 'Ne bougez pas',
    well: 'C’est bien',
    recognised: 'Reconnu',
  },
  senses: {
    usual: 'La manière habituelle',
    speech: 'Lire les consignes à voix haute',
    speech_on: 'Les consignes sont lues à voix haute.',
    no_voice: 'Cet appareil n’a pas de voix pour cette langue.',
    tones: 'Jouer des sons',
    vibration: 'Vibrer',
  },

  capture: {
    title: 'Suivez les consignes',
    wait: 'Préparez-vous…',
    hold: 'Restez ainsi',
    steps: {
      front: 'Regardez droit devant vous',
      turn_left: 'Tournez la tête vers votre gauche',
      turn_right: 'Tournez la tête vers votre droite',
      tilt_left: 'Penchez la tête vers l’épaule gauche',
      tilt_right: 'Penchez la tête vers l’épaule droite',
      smile: 'Souriez, s’il vous plaît',
      mouth_open: 'Ouvrez un peu la bouche',
      approach: 'Approchez-vous un peu',
      recede: 'Reculez un peu',
      other: 'Ne bougez pas et regardez la caméra',
    },
  },
  uploading: {
    title: 'Envoi de vos images',
    body: 'Gardez cette page ouverte.',
    progress: '{percent} envoyés',
    slow: 'Votre connexion est lente. Gardez cette page ouverte, elle continue toute seule.',
    arrived: 'Envoyé. En attente de la réponse …',
  },
  processing: {
    title: 'Vérification en cours',
    body: 'Cela prend en général quelques secondes.',
    longer: 'La vérification continue. Vous n’avez rien à faire.',
    slow: 'C’est plus long que d’habitude. Vos images sont bien arrivées, il suffit d’attendre.',
  },

  retention: {
    frames: {
      one: 'Vos images sont chiffrées et effacées au bout de {n} jour.',
      many: 'Vos images sont chiffrées et effacées au bout de {n} de jours.',
      other: 'Vos images sont chiffrées et effacées au bout de {n} jours.',
    },
    frames_none: 'Vos images sont chiffrées et effacées dès que la vérification est décidée.',
    template: {
      one: 'Si elle réussit, une empreinte chiffrée de votre visage est conservée {n} jour.',
      many: 'Si elle réussit, une empreinte chiffrée de votre visage est conservée {n} de jours.',
      other: 'Si elle réussit, une empreinte chiffrée de votre visage est conservée {n} jours.',
    },
    template_none: 'Aucune empreinte de votre visage n’est conservée.',
  },
  retry: {
    title: 'Essayons encore',
    go: 'Réessayer',
    left: { one: '{n} essai restant', many: '{n} essais restants', other: '{n} essais restants' },
    reasons: {
      too_dark: 'Il faisait trop sombre. Tournez-vous vers une fenêtre ou une lampe.',
      too_bright: 'Il y avait trop de lumière. Évitez les fortes lumières dans l’image.',
      blurred: 'Les images étaient floues. Tenez bien l’appareil et essuyez l’objectif.',
      no_face: 'Nous n’avons pas pu voir votre visage. Gardez-le dans l’ovale.',
      several_faces: 'Il y avait plus d’un visage dans l’image. Restez seul devant la caméra.',
      face_too_small: 'Vous étiez trop loin. Approchez-vous un peu.',
      face_too_large: 'Vous étiez trop près. Reculez un peu.',
      face_cut_off: 'Une partie du visage sortait de l’image. Gardez-le dans l’ovale.',
      face_covered: 'Quelque chose couvrait votre visage. Retirez masque, chapeau et lunettes de soleil.',
      processing_timeout: 'La vérification a pris trop de temps de notre côté. Ce n’était pas votre faute.',
      other: 'Cela n’a pas marché cette fois. Une bonne lumière et une main stable aident.',
    },
  },
  result: {
    approved: { title: 'C’est fait', body: 'Merci, votre vérification est terminée.' },
    declined: {
      title: 'Nous n’avons pas pu confirmer que c’est vous',
      body: 'Contactez {integrator} : on vous y dira comment continuer.',
    },
    review: {
      title: 'Merci',
      body: 'Une personne va examiner votre vérification. {integrator} vous tiendra au courant.',
    },
    status: { title: 'Merci, c’est terminé', body: 'Vos images sont arrivées. {integrator} prend la suite.' },
    phone: 'Vous pouvez fermer cette page et revenir à votre autre appareil.',
    close: 'Vous pouvez fermer cette page.',
    back: 'Continuer',
    receipt: 'Numéro de reçu',
    receipt_hint: 'Donnez ce numéro à {integrator} si vous avez une question.',
    copy: 'Copier',
    copied: 'Copié',
    support: 'Contacter {integrator}',
  },
  handoff: {
    title: 'Continuez sur votre téléphone',
    body: 'Ouvrez l’appareil photo du téléphone et visez ce code.',
    qr_label: 'Code QR qui ouvre cette vérification sur votre téléphone',
    making: 'Création du code…',
    fresh: 'Un nouveau code arrive dans {time}. Gardez cette page ouverte.',
    use_link: 'M’envoyer plutôt un lien',
    use_qr: 'Afficher plutôt le code QR',
    link_title: 'Ouvrez ce lien sur votre téléphone',
    link_body: 'Il sert une seule fois. Ne l’envoyez qu’à vous-même et gardez cette page ouverte.',
    link_left: 'Ce lien fonctionne encore pendant {time}.',
    link_over: 'Ce lien a expiré.',
    link_again: 'Créer un nouveau lien',
    link_label: 'Lien pour votre téléphone',
    copy: 'Copier le lien',
    copied: 'Copié',
    waiting: 'En attente de votre téléphone',
    here: 'Utiliser plutôt cet appareil',
    connected_title: 'Saisissez ce nombre sur le téléphone',
    connected: 'Votre téléphone est connecté : {device}',
    connected_unknown: 'Votre téléphone est connecté',
    not_yours: 'Ce n’est pas votre téléphone ? Alors ne donnez le nombre à personne et arrêtez-le ici.',
    used_twice:
      'Quelqu’un d’autre a essayé d’utiliser le même code. Si vous ne connaissez pas le téléphone connecté, arrêtez-le ici.',
    number_label: 'Le nombre est {number}',
    capturing_title: 'Continuez sur le téléphone',
    capturing: 'La vérification se fait sur votre téléphone. Cette page reprendra d’elle-même à la fin.',
    pairing_title: 'Dirigez votre téléphone vers ce code',
    pairing:
      'Appuyez sur « Ouvrir la caméra » sur le téléphone et tenez-le de sorte que le code entier soit visible. Le code change sans cesse.',
    pairing_label:
      'Voici un code changeant, destiné à la caméra de votre téléphone. Il change sans cesse et seule une caméra peut le lire. Sur le téléphone, vous pouvez continuer sans lui.',
    cancel: 'Arrêter sur le téléphone et utiliser cet appareil',
    aborted_title: 'Le téléphone n’a pas été connecté',
    aborted: 'Le nombre était faux, ou cela a pris trop de temps.',
    aborted_number:
      'Le nombre saisi sur le téléphone était faux. Si ce n’était pas vous, quelqu’un d’autre a ouvert votre code : affichez-en un nouveau et ne le montrez à personne.',
    aborted_time: 'Personne n’a saisi le nombre à temps.',
    again: 'Afficher un nouveau code',
    other_phone: 'Utiliser un autre téléphone',
  },
  leave: {
    title: 'Voulez-vous arrêter ?',
    body: 'Votre vérification n’est pas terminée. Si vous arrêtez maintenant, il faudra recommencer.',
    stay: 'Continuer la vérification',
    stop: 'Arrêter',
  },
  ended: {
    expired: {
      title: 'Le temps est écoulé',
      body: 'Cette vérification n’est plus ouverte. Retournez chez {integrator} et recommencez.',
    },
    canceled: {
      title: 'Vérification arrêtée',
      body: 'Il ne se passe plus rien ici. Vous pouvez recommencer depuis {integrator}.',
    },
    failed: {
      title: 'Cela n’a pas marché',
      body: 'La vérification n’a pas pu être terminée. Recommencez depuis {integrator}.',
    },
    consent_declined: {
      title: 'Aucune image n’a été prise',
      body: 'Vous n’avez pas accepté, la caméra est donc restée éteinte. {integrator} peut vous indiquer d’autres moyens.',
    },
    denied: {
      title: 'Merci de nous l’avoir dit',
      body: 'Aucune image n’a été prise. Si la vérification était encore ouverte, elle est maintenant arrêtée et signalée. Vous pouvez fermer cette page.',
    },
    denied_on_phone: {
      title: 'Arrêtée sur le téléphone',
      body: 'La personne qui a ouvert le code a dit que cette vérification n’est pas la sienne ; elle a donc été arrêtée et signalée. Si c’était une erreur, recommencez depuis {integrator}.',
    },
    close: 'Fermer cette page',
    the_site: 'le site d’où vous venez',
  },
  ways: {
    camera: 'Réessayer',
    phone: 'Continuer sur le téléphone',
    other_device: 'Continuer sur un autre appareil',
    reload: 'Réessayer',
    upload: 'Renvoyer',
    new_tab: 'Ouvrir dans un nouvel onglet',
    here: 'Utiliser cet appareil',
    leave: 'Arrêter la vérification',
    browser: 'Ouvrir dans le navigateur',
    copy: 'Copier le lien',
    copied: 'Copié. Collez-le dans la barre d’adresse de votre navigateur.',
    link: 'Lien vers cette vérification',
    camera_choice: 'Caméra',
    camera_n: 'Caméra {n}',
  },

  remedies: {
    chromium_desktop:
      'Cliquez sur le symbole à gauche de l’adresse, activez la caméra et réessayez. Si elle est déjà activée, autorisez la caméra pour votre navigateur dans les réglages de confidentialité de l’ordinateur.',
    chrome_android:
      'Touchez le symbole à gauche de l’adresse, puis « Autorisations », autorisez la caméra et réessayez. Si elle n’y figure pas, autorisez la caméra pour votre navigateur dans les paramètres du téléphone, sous « Applications ».',
    samsung:
      'Touchez le cadenas près de l’adresse, puis « Autorisations », autorisez la caméra et réessayez. Sinon : paramètres du téléphone → « Applications » → Samsung Internet → « Autorisations » → « Appareil photo ».',
    safari_ios:
      'Touchez le symbole de page près de l’adresse, puis « Réglages du site web » (ou d’abord les trois points), et choisissez « Autoriser » pour la caméra. Rechargez ensuite la page.',
    other_ios:
      'Ouvrez les Réglages de l’iPhone, choisissez votre navigateur dans la liste des apps, activez la caméra et revenez sur cette page.',
    safari_macos:
      'Dans la barre des menus, choisissez Safari → « Réglages pour ce site web », mettez la caméra sur « Autoriser » et réessayez.',
    firefox:
      'Cliquez ou touchez la caméra barrée (ou le cadenas) près de l’adresse, levez le blocage et réessayez.',
    other:
      'Cherchez un symbole de caméra ou de cadenas près de l’adresse, autorisez-y la caméra et réessayez.',
    busy_phone:
      'Fermez les autres applications qui utilisent la caméra, comme les appels vidéo. Si cela ne suffit pas, redémarrez le téléphone.',
    busy_computer:
      'Terminez les appels vidéo et fermez les autres onglets et programmes qui utilisent la caméra. Si cela ne suffit pas, débranchez puis rebranchez la caméra, ou redémarrez le navigateur.',
    light: 'Plus de lumière peut aider : dans le noir, les caméras prennent moins d’images.',
  },
  problems: {
    camera_permission_denied: {
      title: 'La caméra est bloquée',
      body: 'Votre navigateur garde la caméra éteinte pour cette page.',
    },
    camera_permission_dismissed: {
      title: 'Il nous faut encore votre accord',
      body: 'La question sur la caméra a été fermée. Réessayez et choisissez « Autoriser ».',
    },
    camera_policy_blocked: {
      title: 'Ici, cette page ne peut pas utiliser la caméra',
      body: 'Le site qui entoure cette page ne laisse pas passer la caméra. Seul son exploitant peut le changer.',
    },
    camera_insecure_context: {
      title: 'La caméra exige une page sécurisée',
      body: 'Cette page n’a pas été ouverte par une connexion sécurisée, le navigateur garde donc la caméra éteinte.',
    },
    camera_not_found: {
      title: 'Aucune caméra trouvée',
      body: 'Branchez une caméra et réessayez, ou continuez sur un téléphone.',
    },
    camera_in_use: {
      title: 'La caméra est occupée',
      body: 'Un autre programme ou un autre onglet utilise la caméra.',
    },
    camera_overconstrained: {
      title: 'Cette caméra ne convient pas',
      body: 'Elle ne peut pas donner une image utilisable.',
    },
    camera_low_spec: {
      title: 'Cette caméra ne suffit pas',
      body: 'Ses images sont trop petites ou arrivent trop lentement. Une autre caméra ou un autre appareil fera mieux.',
    },
    camera_interrupted: {
      title: 'La caméra a été interrompue',
      body: 'Un appel, une autre application ou un changement de page a arrêté la caméra.',
    },
    webview_no_camera: {
      title: 'Cette application ne nous laisse pas utiliser la caméra',
      body: 'L’application qui affiche cette page garde la caméra pour elle. Ouvrez la page dans votre navigateur, par exemple Safari ou Chrome.',
    },
    unsupported_browser: {
      title: 'Votre navigateur est trop ancien',
      body: 'Mettez-le à jour, ou continuez sur un autre appareil.',
    },
    connection_lost: {
      title: 'Pas de connexion',
      body: 'Nous n’avons pas pu joindre le service. Vérifiez votre connexion et réessayez.',
    },
    upload_lost: {
      title: 'Vos images ne sont pas arrivées',
      body: 'La connexion a été coupée. Elles sont encore ici ; vous pouvez les renvoyer.',
    },
    service_unavailable: {
      title: 'Nous revenons tout de suite',
      body: 'Le service ne peut pas répondre pour le moment. Réessayez dans une minute.',
    },
    too_many_requests: {
      title: 'Un peu moins vite',
      body: 'Il y a eu trop d’essais. Attendez un instant et réessayez.',
    },
    token_expired: {
      title: 'Le temps est écoulé',
      body: 'Cette vérification est restée ouverte trop longtemps. Revenez d’où vous venez et recommencez.',
    },
    link_invalid: {
      title: 'Ce lien ne fonctionne pas',
      body: 'Il est incomplet ou périmé. Revenez d’où vous venez et ouvrez-le à nouveau.',
    },
    other_device_active: {
      title: 'La vérification est ouverte ailleurs',
      body: 'Un autre appareil ou navigateur a pris le relais. Continuez là-bas.',
    },
    attempt_open: {
      title: 'Un autre essai est encore ouvert',
      body: 'Il se ferme de lui-même en une minute et demie au plus. Attendez un instant et réessayez.',
    },
    attempt_expired: {
      title: 'C’était un peu long',
      body: 'Chaque essai dure 90 secondes. Respirez et réessayez ; celui-ci n’a pas compté.',
    },
    attempt_refused: {
      title: 'Les images n’étaient pas utilisables',
      body: 'Quelque chose s’est mal passé pendant la prise. Réessayez.',
    },
    attempts_exhausted: {
      title: 'Plus d’essais',
      body: 'Tous les essais de cette vérification ont été utilisés.',
    },
    processing_slow: {
      title: 'C’est plus long que d’habitude',
      body: 'Vos images sont bien arrivées. Regardez à nouveau dans un instant.',
    },
    idle: { title: 'Êtes-vous toujours là ?', body: 'Nous avons éteint la caméra en votre absence.' },
    code_expired: {
      title: 'Ce code a expiré',
      body: 'Les codes durent peu. Scannez celui que l’autre écran affiche maintenant.',
    },
    code_used: {
      title: 'Ce code a déjà servi',
      body: 'Un code ne sert qu’une fois. Si ce n’était pas vous, arrêtez la vérification sur l’autre écran.',
    },
    code_unknown: {
      title: 'Nous ne connaissons pas ce code',
      body: 'Scannez à nouveau le code de l’autre écran.',
    },
    code_needs_page: { title: 'Ouvrez vous-même le lien', body: 'Le code n’a pas été utilisé. Réessayez.' },
    handoff_wrong_number: {
      title: 'Le nombre n’était pas le bon',
      body: 'Pour votre sécurité, ce téléphone a été déconnecté. Demandez un nouveau code sur l’autre écran.',
    },
    handoff_timed_out: {
      title: 'Ce téléphone a été déconnecté',
      body: 'Il n’a pas été confirmé à temps. Demandez un nouveau code sur l’autre écran.',
    },
    handoff_revoked: {
      title: 'La vérification continue ailleurs',
      body: 'Elle a été reprise sur l’autre écran. Vous pouvez fermer cette page.',
    },
    handoff_not_allowed: {
      title: 'Un téléphone ne peut plus prendre le relais',
      body: 'Continuez avec cet appareil.',
    },
    internal: { title: 'Quelque chose s’est mal passé', body: 'Ce n’était pas votre faute. Réessayez.' },
  },
};
