import type { Texts } from './en.ts';

export const es: Texts = {
  messages: {
    permission_denied: 'Esta página no tiene permiso para usar tu ubicación.',
    permission_blocked_by_policy: 'La configuración de esta página bloquea la ubicación.',
    position_unavailable: 'Tu dispositivo no ha podido averiguar dónde está.',
    position_timeout: 'Tu dispositivo ha tardado demasiado en averiguar dónde está.',
    precise_location_off: 'Tu dispositivo solo comparte una ubicación aproximada.',
    accuracy_too_low: 'Tu ubicación no es lo bastante precisa.',
    position_stale: 'Tu ubicación no es reciente.',
    position_in_future: 'La hora de tu ubicación no coincide con el reloj de tu dispositivo.',
    country_not_allowed: 'Este servicio no está disponible en el país en el que estás.',
    subdivision_not_allowed: 'Este servicio no está disponible en el estado o la región en la que estás.',
    area_not_allowed: 'Este servicio no está disponible en la zona en la que estás.',
    exclusion_zone: 'Este servicio no está disponible en este lugar.',
    border_uncertain: 'Estás demasiado cerca de una frontera para saber en qué lado te encuentras.',
    jurisdiction_unexpected: 'Parece que estás en un lugar distinto del esperado.',
    ip_country_mismatch: 'Tu conexión a internet y tu ubicación están en países distintos.',
    ip_vpn: 'Tu conexión a internet oculta su procedencia.',
    ip_proxy: 'Tu conexión a internet oculta su procedencia.',
    ip_tor: 'Tu conexión a internet oculta su procedencia.',
    ip_hosting: 'Tu conexión a internet oculta su procedencia.',
    ip_changed: 'La dirección de tu red ha cambiado.',
    clock_skew: 'El reloj de tu dispositivo no está en hora.',
    screen_shared: 'Tu pantalla se está compartiendo o grabando.',
    remote_control: 'Este dispositivo se está controlando desde otro lugar.',
    attestation_unavailable: 'No se ha podido confirmar este dispositivo en este momento.',
    attestation_missing: 'Tu ubicación no se puede confirmar con suficiente seguridad en este dispositivo.',
  },
  remedies: {
    open_location_settings:
      'Permite la ubicación para esta página en los ajustes del navegador y del dispositivo y vuelve a intentarlo.',
    ask_site_owner:
      'Abre la página en su propia pestaña o avisa al responsable del sitio de que la ubicación está bloqueada.',
    turn_on_location: 'Activa la ubicación en tu dispositivo y vuelve a intentarlo.',
    move_near_window: 'Acércate a una ventana o sal al aire libre y vuelve a intentarlo.',
    turn_on_precise_location:
      'Activa la ubicación precisa para esta aplicación o navegador y vuelve a intentarlo.',
    turn_on_wifi:
      'Activa el wifi, espera un momento y vuelve a intentarlo. Un teléfono suele ser más preciso que un ordenador.',
    retry_now: 'Vuelve a intentarlo ahora.',
    check_device_clock:
      'Ajusta la fecha y la hora de tu dispositivo en modo automático y vuelve a intentarlo.',
    go_to_supported_place:
      'Podrás usar el servicio cuando estés en un lugar donde esté disponible.[ Disponible en: {regions}.]',
    leave_excluded_place: 'Podrás usar el servicio cuando hayas salido de este lugar.',
    move_away_from_border:
      'Aléjate de la frontera[, unos {metres} m hacia el {direction},] y vuelve a intentarlo.',
    confirm_your_place:
      'Comprueba el lugar en tu cuenta o contacta con el servicio de ayuda si estás de viaje.',
    turn_off_vpn: 'Desactiva cualquier VPN y vuelve a intentarlo.',
    stop_screen_sharing:
      'Deja de compartir, grabar y controlar a distancia tu pantalla y vuelve a intentarlo.',
    use_app_or_phone: 'Actualiza la aplicación o continúa en tu teléfono.',
  },
  compass: {
    n: 'norte',
    ne: 'noreste',
    e: 'este',
    se: 'sureste',
    s: 'sur',
    sw: 'suroeste',
    w: 'oeste',
    nw: 'noroeste',
  },
};
