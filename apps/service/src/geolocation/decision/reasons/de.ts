import type { Texts } from './en.ts';

export const de: Texts = {
  messages: {
    permission_denied: 'Diese Seite darf Ihren Standort nicht verwenden.',
    permission_blocked_by_policy: 'Diese Seite ist so eingerichtet, dass sie den Standort blockiert.',
    position_unavailable: 'Ihr Gerät konnte nicht feststellen, wo es sich befindet.',
    position_timeout: 'Ihr Gerät hat zu lange gebraucht, um seinen Standort festzustellen.',
    precise_location_off: 'Ihr Gerät teilt nur einen ungefähren Standort.',
    accuracy_too_low: 'Ihr Standort ist nicht genau genug.',
    position_stale: 'Ihr Standort ist nicht mehr aktuell.',
    position_in_future: 'Die Zeit Ihres Standorts passt nicht zur Uhr Ihres Geräts.',
    country_not_allowed: 'Dieser Dienst ist in dem Land, in dem Sie sich befinden, nicht verfügbar.',
    subdivision_not_allowed:
      'Dieser Dienst ist in dem Bundesstaat oder der Region, in der Sie sich befinden, nicht verfügbar.',
    area_not_allowed: 'Dieser Dienst ist in dem Gebiet, in dem Sie sich befinden, nicht verfügbar.',
    exclusion_zone: 'Dieser Dienst ist an diesem Ort nicht verfügbar.',
    border_uncertain: 'Sie sind zu nah an einer Grenze, um zu erkennen, auf welcher Seite Sie sich befinden.',
    jurisdiction_unexpected: 'Sie scheinen an einem anderen Ort zu sein als erwartet.',
    ip_country_mismatch: 'Ihre Internetverbindung und Ihr Standort liegen in verschiedenen Ländern.',
    ip_vpn: 'Ihre Internetverbindung verbirgt ihre Herkunft.',
    ip_proxy: 'Ihre Internetverbindung verbirgt ihre Herkunft.',
    ip_tor: 'Ihre Internetverbindung verbirgt ihre Herkunft.',
    ip_hosting: 'Ihre Internetverbindung verbirgt ihre Herkunft.',
    ip_changed: 'Die Adresse Ihres Netzes hat sich geändert.',
    clock_skew: 'Die Uhr Ihres Geräts geht falsch.',
    screen_shared: 'Ihr Bildschirm wird geteilt oder aufgenommen.',
    remote_control: 'Dieses Gerät wird von anderswo gesteuert.',
    attestation_unavailable: 'Dieses Gerät ließ sich gerade nicht bestätigen.',
    attestation_missing: 'Ihr Standort lässt sich auf diesem Gerät nicht sicher genug bestätigen.',
  },
  remedies: {
    open_location_settings:
      'Erlauben Sie den Standort für diese Seite in den Einstellungen von Browser und Gerät und versuchen Sie es erneut.',
    ask_site_owner:
      'Öffnen Sie die Seite in einem eigenen Tab oder melden Sie dem Betreiber, dass der Standort blockiert ist.',
    turn_on_location: 'Schalten Sie die Ortungsdienste Ihres Geräts ein und versuchen Sie es erneut.',
    move_near_window: 'Gehen Sie an ein Fenster oder ins Freie und versuchen Sie es erneut.',
    turn_on_precise_location:
      'Schalten Sie den genauen Standort für diese App oder diesen Browser ein und versuchen Sie es erneut.',
    turn_on_wifi:
      'Schalten Sie WLAN ein, warten Sie kurz und versuchen Sie es erneut. Ein Telefon ist meist genauer als ein Computer.',
    retry_now: 'Bitte versuchen Sie es jetzt erneut.',
    check_device_clock:
      'Stellen Sie Datum und Uhrzeit Ihres Geräts auf automatisch und versuchen Sie es erneut.',
    go_to_supported_place:
      'Sie können den Dienst nutzen, sobald Sie an einem unterstützten Ort sind.[ Unterstützt: {regions}.]',
    leave_excluded_place: 'Sie können den Dienst nutzen, sobald Sie diesen Ort verlassen haben.',
    move_away_from_border:
      'Entfernen Sie sich von der Grenze[, etwa {metres} m in Richtung {direction},] und versuchen Sie es erneut.',
    confirm_your_place:
      'Prüfen Sie den Ort in Ihrem Konto, oder wenden Sie sich auf Reisen an den Kundendienst.',
    turn_off_vpn: 'Schalten Sie ein VPN aus und versuchen Sie es erneut.',
    stop_screen_sharing:
      'Beenden Sie Bildschirmfreigabe, Aufnahme und Fernsteuerung und versuchen Sie es erneut.',
    use_app_or_phone: 'Aktualisieren Sie die App oder machen Sie auf Ihrem Telefon weiter.',
  },
  compass: {
    n: 'Norden',
    ne: 'Nordosten',
    e: 'Osten',
    se: 'Südosten',
    s: 'Süden',
    sw: 'Südwesten',
    w: 'Westen',
    nw: 'Nordwesten',
  },
};
