import type { Texts } from './texts.ts';

export const fr: Texts = {
  page_title: 'Vérification d’identité',
  test_mode: 'Test',
  language: 'Langue',
  cancel: 'Arrêter la vérification',
  step_of: 'Étape {n} sur {total}',
  offline: 'Vous êtes hors ligne. Cette page reprendra automatiquement dès le retour de la connexion.',
  loading: {
    title: 'Un instant',
    body: 'Nous préparons votre vérification…',
  },
  declined_before:
    'Une personne a examiné votre dernière vérification et l’a refusée. Vous pouvez réessayer ' +
    'maintenant. Si vous pensez que c’est une erreur, contactez {integrator}.',
  landing: {
    title: 'Continuer sur ce téléphone ?',
    warning:
      'Uniquement si vous venez de scanner le code sur votre propre écran ou d’ouvrir votre propre ' +
      'lien. Si quelqu’un vous l’a envoyé, ne continuez pas.',
    go: 'Continuer',
    not_me: 'Ce n’était pas moi',
  },
  confirm: {
    title: 'Est-ce bien votre vérification ?',
    who: 'Demandée par',
    what: 'Motif',
    device: 'Lancée sur',
    when: 'Lancée le',
    customer: 'Compte',
    number_label: 'Nombre affiché sur l’autre écran',
    number_hint: 'Saisissez le nombre affiché sur votre autre écran.',
    number_missing: 'Saisissez les deux chiffres.',
    go: 'Continuer',
    not_me: 'Ce n’était pas moi',
  },
  pairing: {
    title: 'Dirigez ce téléphone vers votre autre écran',
    body:
      'Un code animé y est affiché. Scannez-le avec la caméra arrière pour aider à confirmer que ' +
      'vous avez les deux appareils avec vous.',
    stays:
      'L’image de la caméra reste sur ce téléphone. La vérification elle-même nécessite aussi la ' +
      'caméra : veuillez l’autoriser.',
    needed: 'La vérification elle-même nécessite aussi la caméra.',
    go: 'Ouvrir la caméra',
    skip: 'Continuer sans le code',
    reading_title: 'Visez le code animé',
    preview: 'Image de la caméra arrière',
    looking: 'Recherche du code…',
    seen: 'Code trouvé. Ne bougez plus le téléphone…',
    blind: 'Elle n’est pas nécessaire à cette étape : vous pouvez continuer sans le code animé.',
  },
  consent: {
    title: 'Confirmez que c’est vous',
    intro: '{integrator} regarde brièvement votre visage avec la caméra.',
    details: 'Comment nous utilisons vos photos',
    close: 'J’ai compris',
    agree: 'J’accepte',
    decline: 'Je n’accepte pas',
    time: 'Environ {seconds} secondes',
    movements: {
      one: '{n} petit mouvement',
      many: '{n} de petits mouvements',
      other: '{n} petits mouvements',
    },
  },
  withdraw: {
    link: 'Retirer mon consentement',
    title: 'Retirer votre consentement ?',
    body:
      'La vérification s’arrête, et vos photos, votre gabarit facial et les empreintes sont ' +
      'supprimés. Ce que {integrator} a déjà décidé reste valable.',
    go: 'Retirer et supprimer',
    back: 'Garder mon consentement',
    failed:
      'Cette page ne le permet plus. Contactez {integrator} : vous pouvez y retirer votre ' +
      'consentement à tout moment.',
  },
  primer: {
    title: 'Préparez-vous pour la caméra',
    body: 'Le navigateur va demander l’accès à la caméra. Choisissez « Autoriser ».',
    light: 'Des couleurs douces éclairent votre visage pendant environ 3 secondes.',
    unlit: 'Aucune couleur n’apparaîtra. Des mouvements les remplacent.',
    relight: 'Avec couleurs',
    tips: {
      light: 'Visage bien éclairé',
      face: 'Sans chapeau ni lunettes de soleil',
      hold: 'Caméra à hauteur des yeux',
    },
    go: 'Ouvrir la caméra',
    here: 'Utiliser cet appareil',
    phone: 'Continuer sur le téléphone',
    follow: 'Imitez simplement le dessin.',
    look: 'Regardez simplement la caméra.',
    time: 'Cela prend environ {seconds} secondes.',
  },
  opening: {
    title: 'Autorisez la caméra',
    body: 'Le navigateur vous demande l’accès. Choisissez « Autoriser ».',
  },
  ready: {
    title: 'Placez votre visage dans l’ovale',
    body: 'Cela démarre tout seul dès que votre visage est bien placé.',
    go: 'Commencer',
    flash:
      'Des couleurs douces peuvent éclairer votre visage un instant. Elles changent en douceur, rien ' +
      'ne clignote. Si vous êtes sensible à la lumière, vous pouvez vous en passer.',
    options: 'Besoin d’une autre option ?',
    no_flash: 'Sans couleurs',
    no_head_motion: 'Sans bouger la tête',
    audio: 'Plus de temps',
    preview: 'Image de votre caméra',
    choose: 'Choisissez ce qui vous convient',
    chosen: 'Terminé',
  },
  hints: {
    face_not_present: 'Nous ne voyons pas encore votre visage',
    multiple_faces: 'Vous seul dans l’image, s’il vous plaît',
    brightness_too_low: 'Trop sombre. Tournez-vous vers la lumière',
    brightness_too_high: 'Trop de lumière. Détournez-vous de la lumière',
    back_light: 'La lumière est derrière vous. Retournez-vous',
    grainy: 'L’image a du grain. Ajoutez de la lumière',
    face_too_close: 'Un peu trop près. Reculez',
    face_too_far: 'Un peu trop loin. Approchez-vous',
    face_centering: 'Placez votre visage au centre',
    face_occluded: 'Dégagez votre visage, s’il vous plaît',
    turned_too_far: 'C’est suffisant. Revenez un peu',
    head_tilted: 'Tenez la tête droite',
    eyes_closed: 'Ouvrez les yeux',
    sharpness_too_low: 'Ne bougez pas ou essuyez l’objectif',
    hold_still: 'Ne bougez pas',
    well: 'Parfait, ne bougez plus',
    recognised: 'C’est bon',
  },
  senses: {
    usual: 'Option standard',
    speech: 'Lire les consignes à voix haute',
    speech_on: 'Les consignes sont lues à voix haute.',
    no_voice: 'Cet appareil ne peut pas lire cette langue à voix haute.',
    tones: 'Jouer des sons',
    vibration: 'Vibrer',
  },
  capture: {
    title: 'Suivez les consignes',
    wait: 'Préparez-vous…',
    hold: 'Restez comme ça',
    steps: {
      front: 'Regardez droit devant vous',
      turn_left: 'Tournez doucement à votre gauche',
      turn_right: 'Tournez doucement à votre droite',
      tilt_left: 'Penchez la tête vers l’épaule gauche',
      tilt_right: 'Penchez la tête vers l’épaule droite',
      smile: 'Souriez, s’il vous plaît',
      mouth_open: 'Ouvrez un peu la bouche',
      approach: 'Approchez-vous un peu',
      recede: 'Reculez un peu',
      other: 'Ne bougez pas et regardez la caméra',
    },
    enough: 'C’est suffisant',
    back: 'Regardez de nouveau devant vous',
    middle: 'Et revenez au centre',
    lamp: 'Il fait sombre : l’écran vous éclaire',
    colours: 'Des couleurs douces un instant',
    colours_next: 'Des couleurs douces vont suivre',
    colours_said: 'Ne bougez pas pendant que des couleurs douces éclairent votre visage',
  },
  uploading: {
    title: 'Envoi de vos photos',
    body: 'Gardez cette page ouverte.',
    progress: '{percent} envoyés',
    slow: 'Votre connexion est lente. Gardez cette page ouverte, elle reprendra automatiquement.',
    arrived: 'Envoyé. En attente de la réponse…',
  },
  processing: {
    title: 'Un instant',
    body: 'Nous vérifions vos photos. Cela prend généralement quelques secondes.',
    longer: 'La vérification continue. Vous n’avez rien à faire.',
    slow: 'C’est plus long que d’habitude. Vos photos sont bien arrivées, il suffit d’attendre.',
  },
  retention: {
    frames: {
      one: 'Vos photos sont chiffrées et supprimées au bout de {n} jour.',
      many: 'Vos photos sont chiffrées et supprimées au bout de {n} de jours.',
      other: 'Vos photos sont chiffrées et supprimées au bout de {n} jours.',
    },
    frames_none: 'Vos photos sont chiffrées et supprimées dès la fin de la vérification.',
    template: {
      one: 'En cas de succès, un gabarit facial chiffré est conservé {n} jour.',
      many: 'En cas de succès, un gabarit facial chiffré est conservé {n} de jours.',
      other: 'En cas de succès, un gabarit facial chiffré est conservé {n} jours.',
    },
    template_none: 'Aucun gabarit facial n’est conservé.',
  },
  retry: {
    title: 'Essayons encore',
    go: 'Réessayer',
    left: {
      one: '{n} essai restant',
      many: '{n} essais restants',
      other: '{n} essais restants',
    },
    reasons: {
      too_dark: 'Il faisait trop sombre\nTournez-vous vers une fenêtre ou une lampe.',
      too_bright: 'Il y avait trop de lumière\nÉloignez-vous de la lumière directe.',
      blurred: 'Les photos étaient floues\nNe bougez pas et, si besoin, essuyez l’objectif.',
      no_face: 'Nous n’avons pas pu voir votre visage\nGardez-le dans l’ovale.',
      several_faces: 'Il y avait quelqu’un d’autre dans l’image\nAssurez-vous d’y être seul.',
      face_too_small: 'Vous étiez trop loin\nApprochez-vous un peu.',
      face_too_large: 'Vous étiez trop près\nReculez un peu.',
      face_cut_off: 'Une partie de votre visage était hors de l’image\nGardez-le dans l’ovale.',
      face_covered: 'Quelque chose couvrait votre visage\nRetirez masque, chapeau et lunettes de soleil.',
      grainy:
        'La lumière était trop faible et les photos ont du grain\nAllumez une lampe ou placez-vous ' +
        'face à une fenêtre.',
      turned_too_far: 'Vous avez trop tourné la tête\nUn léger mouvement sur le côté suffit.',
      processing_timeout: 'La vérification a pris trop de temps\nC’est notre faute, pas la vôtre.',
      other: 'Cela n’a pas fonctionné\nPlacez-vous dans un endroit bien éclairé et ne bougez pas.',
    },
  },
  result: {
    approved: {
      title: 'C’est bien vous !',
      body: 'Merci. Vous pouvez continuer chez {integrator}.',
    },
    declined: {
      title: 'Nous n’avons pas pu confirmer que c’est vous',
      body:
        'Cela peut arriver et ne veut pas dire que vous avez fait une erreur. {integrator} peut vous ' +
        'aider autrement.',
    },
    review: {
      title: 'Merci, nous avons tout',
      body:
        'Une personne de {integrator} va regarder de plus près et vous tiendra au courant. Vous ' +
        'n’avez plus rien à faire.',
    },
    status: {
      title: 'Merci, c’est terminé',
      body: 'Vos photos sont arrivées. {integrator} s’occupe de la suite.',
    },
    phone: 'Vous pouvez fermer cette page et revenir à votre autre appareil.',
    close: 'Vous pouvez fermer cette page.',
    back: 'Revenir à {integrator}',
    receipt: 'Référence',
    copy: 'Copier',
    copied: 'Copié',
    support: 'Contacter {integrator}',
  },
  handoff: {
    title: 'Continuez sur votre téléphone',
    body: 'Sa caméra est la mieux adaptée.',
    qr_label: 'Code QR qui ouvre cette vérification sur votre téléphone',
    making: 'Création du code…',
    fresh: 'Nouveau code dans {time}. Gardez cette page ouverte.',
    use_link: 'Envoyer plutôt un lien',
    use_qr: 'Afficher plutôt le code QR',
    link_title: 'Ouvrez ce lien sur votre téléphone',
    link_body: 'Il ne fonctionne qu’une fois. Ne l’envoyez qu’à vous-même et gardez cette page ouverte.',
    link_left: 'Ce lien expire dans {time}.',
    link_over: 'Ce lien a expiré.',
    link_again: 'Créer un nouveau lien',
    link_label: 'Lien pour votre téléphone',
    copy: 'Copier le lien',
    copied: 'Copié',
    waiting: 'En attente de votre téléphone',
    here: 'Utiliser la caméra de cet appareil',
    connected_title: 'Saisissez ce nombre sur votre téléphone',
    connected: 'Votre téléphone est connecté : {device}',
    connected_unknown: 'Votre téléphone est connecté',
    not_yours: 'Ce n’est pas votre téléphone ? Ne donnez pas ce nombre et arrêtez ici.',
    used_twice:
      'Quelqu’un d’autre a essayé d’utiliser le même code. Si vous ne reconnaissez pas le téléphone ' +
      'connecté, arrêtez la vérification ici.',
    number_label: 'Le nombre est {number}',
    capturing_title: 'Continuez sur le téléphone',
    capturing: 'Cette page reprendra automatiquement dès que vous aurez terminé.',
    pairing_title: 'Dirigez votre téléphone vers ce code',
    pairing:
      'Appuyez sur « Ouvrir la caméra » sur le téléphone et tenez-le de façon à voir le code en ' +
      'entier. Le code change en permanence.',
    pairing_label:
      'Voici un code animé pour la caméra de votre téléphone. Il change en permanence et seule une ' +
      'caméra peut le lire. Sur le téléphone, vous pouvez continuer sans lui.',
    cancel: 'Ce n’est pas mon téléphone. Utiliser cet appareil',
    aborted_title: 'Le téléphone n’a pas été connecté',
    aborted: 'Le nombre était incorrect, ou le délai est dépassé.',
    aborted_number:
      'Le nombre saisi sur le téléphone était incorrect. Si ce n’était pas vous, quelqu’un d’autre a ' +
      'ouvert votre code. Affichez-en un nouveau et ne le montrez à personne.',
    aborted_time: 'Le nombre n’a pas été saisi à temps.',
    again: 'Afficher un nouveau code',
    other_phone: 'Ce n’est pas mon téléphone. En utiliser un autre',
    steps: 'Ouvrez l’appareil photo du téléphone\nVisez le code\nTouchez le lien qui s’affiche',
  },
  leave: {
    title: 'Arrêter la vérification ?',
    body: 'Il faudrait recommencer plus tard.',
    stay: 'Continuer',
    stop: 'Arrêter',
  },
  ended: {
    expired: {
      title: 'Cette vérification a expiré',
      body:
        'Pour votre sécurité, elle ne reste ouverte qu’un certain temps. Vous pouvez en commencer ' +
        'une autre chez {integrator}.',
    },
    canceled: {
      title: 'Vérification arrêtée',
      body: 'Vous pouvez recommencer depuis {integrator} à tout moment.',
    },
    failed: {
      title: 'Cela n’a pas fonctionné',
      body: 'La vérification n’a pas pu aboutir. Recommencez depuis {integrator}.',
    },
    consent_declined: {
      title: 'Très bien. Aucune photo n’a été prise',
      body: 'La caméra est restée éteinte. {integrator} peut vous proposer une autre solution.',
    },
    consent_withdrawn: {
      title: 'Votre consentement est retiré',
      body:
        'Vos photos, votre gabarit facial et les empreintes sont supprimés. {integrator} peut vous ' +
        'proposer une autre solution.',
    },
    denied: {
      title: 'Merci de nous l’avoir dit',
      body:
        'Aucune photo n’a été prise. Si la vérification était encore ouverte, nous l’avons arrêtée ' +
        'et signalée. Vous pouvez fermer cette page.',
    },
    denied_on_phone: {
      title: 'Arrêtée sur le téléphone',
      body:
        'La personne qui a ouvert le code a indiqué que cette vérification n’est pas la sienne. Nous ' +
        'l’avons arrêtée et signalée. Si c’était une erreur, recommencez depuis {integrator}.',
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
    allowed: 'J’ai autorisé la caméra',
  },
  remedies: {
    chromium_desktop:
      'Cliquez sur l’icône à gauche de l’adresse\nActivez « Caméra ». Si elle l’est déjà, autorisez ' +
      'la caméra dans les réglages de confidentialité de l’ordinateur\nRevenez ici et cliquez sur le ' +
      'bouton',
    chrome_android:
      'Touchez l’icône à gauche de l’adresse\nTouchez « Autorisations » et activez « Caméra ». Si ' +
      'elle n’y est pas : paramètres du téléphone → Applications → votre navigateur\nRevenez ici et ' +
      'touchez le bouton',
    samsung:
      'Touchez le cadenas à côté de l’adresse\nTouchez « Autorisations » et autorisez « Caméra ». ' +
      'Sinon : paramètres du téléphone → Applications → Samsung Internet\nRevenez ici et touchez le ' +
      'bouton',
    safari_ios:
      'Touchez l’icône de page à côté de l’adresse\nChoisissez « Réglages du site web » (ou d’abord ' +
      'les trois points), puis « Autoriser » pour « Caméra »\nRechargez la page',
    other_ios:
      'Ouvrez l’app Réglages\nChoisissez votre navigateur dans la liste des apps et activez « Caméra ' +
      '»\nRevenez ici et touchez le bouton',
    safari_macos:
      'Dans la barre des menus, choisissez Safari puis « Réglages pour ce site web »\nRéglez « ' +
      'Caméra » sur « Autoriser »\nRevenez ici et cliquez sur le bouton',
    firefox:
      'Cliquez sur la caméra barrée (ou le cadenas) à côté de l’adresse\nSupprimez le blocage avec ' +
      'la ×\nRevenez ici et cliquez sur le bouton',
    other:
      'Cherchez une caméra ou un cadenas à côté de l’adresse\nAutorisez-y la caméra\nRevenez ici et ' +
      'appuyez sur le bouton',
    busy_phone:
      'Terminez les appels vidéo\nFermez les autres applications qui utilisent la caméra\nSi cela ne ' +
      'suffit pas, redémarrez le téléphone',
    busy_computer:
      'Terminez les appels vidéo et fermez les autres onglets et applications qui utilisent la ' +
      'caméra\nDébranchez la caméra et rebranchez-la\nSi cela ne suffit pas, redémarrez le navigateur',
    light: 'Plus de lumière peut aider : dans l’obscurité, les caméras ralentissent.',
  },
  problems: {
    camera_permission_denied: {
      title: 'La caméra est bloquée',
      body: 'Vous pouvez la réactiver en un instant :',
    },
    camera_permission_dismissed: {
      title: 'Nous avons encore besoin de la caméra',
      body: 'La demande d’accès à la caméra a été fermée. Réessayez et choisissez « Autoriser ».',
    },
    camera_policy_blocked: {
      title: 'Cette page ne peut pas utiliser la caméra ici',
      body: 'Le site qui affiche cette page bloque la caméra. Seul son responsable peut y remédier.',
    },
    camera_insecure_context: {
      title: 'La caméra nécessite une page sécurisée',
      body:
        'Cette page n’a pas été ouverte via une connexion sécurisée, le navigateur bloque donc la ' +
        'caméra.',
    },
    camera_not_found: {
      title: 'Aucune caméra trouvée',
      body: 'Pas de souci : continuez sur votre téléphone, ou branchez une caméra et réessayez.',
    },
    camera_in_use: {
      title: 'Une autre application utilise la caméra',
      body: 'Pour la libérer :',
    },
    camera_overconstrained: {
      title: 'Cette caméra ne convient pas',
      body: 'Nous ne pouvons pas utiliser son image.',
    },
    camera_low_spec: {
      title: 'Cette caméra ne suffit pas',
      body: 'Son image est trop petite ou trop lente. Utilisez une autre caméra ou un autre appareil.',
    },
    camera_interrupted: {
      title: 'La caméra a été interrompue',
      body: 'Un appel, une autre application ou un changement de page a arrêté la caméra.',
    },
    webview_no_camera: {
      title: 'Cette application ne nous laisse pas utiliser la caméra',
      body: 'Ouvrez la page dans votre navigateur, par exemple Safari ou Chrome.',
    },
    unsupported_browser: {
      title: 'Votre navigateur est trop ancien',
      body: 'Mettez-le à jour, ou continuez sur un autre appareil.',
    },
    connection_lost: {
      title: 'Pas de connexion',
      body: 'Nous n’arrivons pas à joindre le service. Vérifiez votre connexion et réessayez.',
    },
    upload_lost: {
      title: 'Nous n’avons pas reçu vos photos',
      body: 'La connexion a été interrompue. Elles sont toujours là : vous pouvez les renvoyer.',
    },
    service_unavailable: {
      title: 'Nous revenons tout de suite',
      body: 'Le service est momentanément indisponible. Réessayez dans une minute.',
    },
    too_many_requests: {
      title: 'Un peu moins vite',
      body: 'C’était un peu rapide. Attendez un instant et réessayez.',
    },
    token_expired: {
      title: 'Le temps est écoulé',
      body:
        'Cette vérification est restée ouverte trop longtemps. Revenez sur le site précédent et ' +
        'recommencez.',
    },
    link_invalid: {
      title: 'Ce lien ne fonctionne pas',
      body: 'Il est incomplet ou a expiré. Revenez sur le site précédent et ouvrez-le à nouveau.',
    },
    other_device_active: {
      title: 'Ouverte sur un autre appareil',
      body: 'La vérification est en cours sur un autre appareil ou navigateur. Continuez là-bas.',
    },
    attempt_open: {
      title: 'Un autre essai est encore ouvert',
      body: 'Il se termine automatiquement en 90 secondes maximum. Attendez un instant et réessayez.',
    },
    attempt_expired: {
      title: 'C’était un peu long',
      body: 'Chaque essai dure 90 secondes. Réessayez tranquillement ; celui-ci ne compte pas.',
    },
    attempt_refused: {
      title: 'Nous n’avons pas pu utiliser les photos',
      body: 'Un problème est survenu pendant la prise. Réessayez.',
    },
    attempts_exhausted: {
      title: 'Plus aucun essai',
      body: 'Vous avez utilisé tous les essais de cette vérification.',
    },
    processing_slow: {
      title: 'C’est plus long que d’habitude',
      body: 'Vos photos sont bien arrivées. Réessayez dans un instant.',
    },
    idle: {
      title: 'Êtes-vous toujours là ?',
      body: 'Nous avons éteint la caméra en votre absence.',
    },
    code_expired: {
      title: 'Ce code a expiré',
      body: 'Les codes expirent vite. Scannez celui affiché maintenant sur l’autre écran.',
    },
    code_used: {
      title: 'Ce code a déjà été utilisé',
      body:
        'Un code ne fonctionne qu’une fois. Si ce n’était pas vous, arrêtez la vérification sur ' +
        'l’autre écran.',
    },
    code_unknown: {
      title: 'Nous ne reconnaissons pas ce code',
      body: 'Scannez à nouveau le code de l’autre écran.',
    },
    code_needs_page: {
      title: 'Ouvrez vous-même le lien',
      body: 'Le code n’a pas été utilisé. Réessayez.',
    },
    handoff_wrong_number: {
      title: 'Le nombre était incorrect',
      body:
        'Pour votre sécurité, nous avons déconnecté ce téléphone. Affichez un nouveau code sur ' +
        'l’autre écran.',
    },
    handoff_timed_out: {
      title: 'Ce téléphone a été déconnecté',
      body: 'Il n’a pas été confirmé à temps. Affichez un nouveau code sur l’autre écran.',
    },
    handoff_revoked: {
      title: 'La vérification continue ailleurs',
      body: 'Elle se poursuit sur l’autre écran. Vous pouvez fermer cette page.',
    },
    handoff_not_allowed: {
      title: 'Il n’est plus possible de passer au téléphone',
      body: 'Continuez sur cet appareil.',
    },
    internal: {
      title: 'Un problème est survenu',
      body: 'Ce n’est pas votre faute. Réessayez.',
    },
  },
  secured: 'Sécurisé par Standpoint',
  privacy: 'Confidentialité',
};
