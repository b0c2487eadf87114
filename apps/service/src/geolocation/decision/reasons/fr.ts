import type { Texts } from './en.ts';

export const fr: Texts = {
  messages: {
    permission_denied: 'Cette page n’est pas autorisée à utiliser votre position.',
    permission_blocked_by_policy: 'La configuration de cette page bloque la localisation.',
    position_unavailable: 'Votre appareil n’a pas pu déterminer où il se trouve.',
    position_timeout: 'Votre appareil a mis trop de temps à déterminer où il se trouve.',
    precise_location_off: 'Votre appareil ne partage qu’une position approximative.',
    accuracy_too_low: 'Votre position n’est pas assez précise.',
    position_stale: 'Votre position n’est plus à jour.',
    position_in_future: 'L’heure de votre position ne correspond pas à l’horloge de votre appareil.',
    country_not_allowed: 'Ce service n’est pas disponible dans le pays où vous êtes.',
    subdivision_not_allowed: 'Ce service n’est pas disponible dans l’État ou la région où vous êtes.',
    area_not_allowed: 'Ce service n’est pas disponible dans la zone où vous êtes.',
    exclusion_zone: 'Ce service n’est pas disponible à cet endroit.',
    border_uncertain: 'Vous êtes trop près d’une frontière pour que l’on sache de quel côté vous êtes.',
    jurisdiction_unexpected: 'Vous semblez être à un autre endroit que prévu.',
    ip_country_mismatch: 'Votre connexion internet et votre position se trouvent dans des pays différents.',
    ip_vpn: 'Votre connexion internet cache sa provenance.',
    ip_proxy: 'Votre connexion internet cache sa provenance.',
    ip_tor: 'Votre connexion internet cache sa provenance.',
    ip_hosting: 'Votre connexion internet cache sa provenance.',
    ip_changed: 'L’adresse de votre réseau a changé.',
    clock_skew: 'L’horloge de votre appareil n’est pas à l’heure.',
    screen_shared: 'Votre écran est partagé ou enregistré.',
    remote_control: 'Cet appareil est contrôlé à distance.',
    attestation_unavailable: 'Cet appareil n’a pas pu être confirmé pour le moment.',
    attestation_missing: 'Votre position ne peut pas être confirmée de façon assez sûre sur cet appareil.',
  },
  remedies: {
    open_location_settings:
      'Autorisez la localisation pour cette page dans les réglages du navigateur et de l’appareil, puis réessayez.',
    ask_site_owner:
      'Ouvrez la page dans son propre onglet ou signalez au responsable du site que la localisation est bloquée.',
    turn_on_location: 'Activez la localisation sur votre appareil, puis réessayez.',
    move_near_window: 'Rapprochez-vous d’une fenêtre ou sortez, puis réessayez.',
    turn_on_precise_location:
      'Activez la position exacte pour cette application ou ce navigateur, puis réessayez.',
    turn_on_wifi:
      'Activez le Wi-Fi, attendez un instant, puis réessayez. Un téléphone est en général plus précis qu’un ordinateur.',
    retry_now: 'Veuillez réessayer maintenant.',
    check_device_clock: 'Réglez la date et l’heure de votre appareil sur automatique, puis réessayez.',
    go_to_supported_place:
      'Vous pourrez utiliser le service lorsque vous serez dans un lieu desservi.[ Lieux desservis : {regions}.]',
    leave_excluded_place: 'Vous pourrez utiliser le service lorsque vous aurez quitté cet endroit.',
    move_away_from_border:
      'Éloignez-vous de la frontière[, d’environ {metres} m, direction {direction}], puis réessayez.',
    confirm_your_place:
      'Vérifiez le lieu dans votre compte ou contactez l’assistance si vous êtes en voyage.',
    turn_off_vpn: 'Désactivez tout VPN et réessayez.',
    stop_screen_sharing:
      'Arrêtez le partage, l’enregistrement et le contrôle à distance de votre écran, puis réessayez.',
    use_app_or_phone: 'Mettez l’application à jour ou continuez sur votre téléphone.',
  },
  compass: {
    n: 'nord',
    ne: 'nord-est',
    e: 'est',
    se: 'sud-est',
    s: 'sud',
    sw: 'sud-ouest',
    w: 'ouest',
    nw: 'nord-ouest',
  },
};
