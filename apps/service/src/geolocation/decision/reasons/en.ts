/**
 * English, and the form that every other language has to fill. Parts in [ ] are left out unless their values
 * are known.
 */
export const en = {
  messages: {
    permission_denied: 'This page is not allowed to use your location.',
    permission_blocked_by_policy: 'This page is set up in a way that blocks location.',
    position_unavailable: 'Your device could not find out where it is.',
    position_timeout: 'Your device took too long to find out where it is.',
    precise_location_off: 'Your device shares only an approximate location.',
    accuracy_too_low: 'Your location is not precise enough.',
    position_stale: 'Your location is out of date.',
    position_in_future: 'The time of your location does not fit the clock of your device.',
    country_not_allowed: 'This service is not available in the country you are in.',
    subdivision_not_allowed: 'This service is not available in the state or region you are in.',
    area_not_allowed: 'This service is not available in the area you are in.',
    exclusion_zone: 'This service is not available at this place.',
    border_uncertain: 'You are too close to a border to tell on which side you are.',
    jurisdiction_unexpected: 'You seem to be in another place than expected.',
    ip_country_mismatch: 'Your internet connection and your location are in different countries.',
    ip_vpn: 'Your internet connection hides where it comes from.',
    ip_proxy: 'Your internet connection hides where it comes from.',
    ip_tor: 'Your internet connection hides where it comes from.',
    ip_hosting: 'Your internet connection hides where it comes from.',
    ip_changed: 'Your network address has changed.',
    clock_skew: 'The clock of your device is wrong.',
    screen_shared: 'Your screen is being shared or recorded.',
    remote_control: 'This device is being controlled from somewhere else.',
    attestation_unavailable: 'This device could not be confirmed just now.',
    attestation_missing: 'Your location cannot be confirmed well enough on this device.',
  },
  remedies: {
    open_location_settings:
      'Allow location for this page in the settings of your browser and device, then try again.',
    ask_site_owner:
      'Open the page in its own tab, or tell the operator of this site that location is blocked.',
    turn_on_location: 'Turn on location services on your device, then try again.',
    move_near_window: 'Move near a window or outdoors, then try again.',
    turn_on_precise_location: 'Turn on precise location for this app or browser, then try again.',
    turn_on_wifi:
      'Turn on Wi-Fi, wait a moment, then try again. A phone is usually more precise than a computer.',
    retry_now: 'Please try again now.',
    check_device_clock: 'Set date and time of your device to automatic, then try again.',
    go_to_supported_place:
      'You can use the service once you are in a supported place.[ Supported: {regions}.]',
    leave_excluded_place: 'You can use the service once you have left this place.',
    move_away_from_border:
      'Move away from the border[, about {metres} m to the {direction}], then try again.',
    confirm_your_place: 'Check the place in your account, or contact support if you are travelling.',
    turn_off_vpn: 'Turn off any VPN and try again.',
    stop_screen_sharing: 'Stop sharing, recording and remote control of your screen, then try again.',
    use_app_or_phone: 'Update the app, or continue on your phone.',
  },
  compass: {
    n: 'north',
    ne: 'north-east',
    e: 'east',
    se: 'south-east',
    s: 'south',
    sw: 'south-west',
    w: 'west',
    nw: 'north-west',
  },
};

type Every<T> = { [Key in keyof T]: string };

/** The texts of one language: every text and no other. */
export interface Texts {
  messages: Every<typeof en.messages>;
  remedies: Every<typeof en.remedies>;
  compass: Every<typeof en.compass>;
}
