import type { InEveryLanguage } from './languages.ts';

/** Names of reasons that no check gives. */
export const GENERAL: Record<string, string> = {
  location_unconfirmed: 'The place could not be confirmed',
  device_unconfirmed: 'The device could not be confirmed',
  review_declined: 'A reviewer declined the check before',
};

export const GENERAL_TOLD: Record<string, InEveryLanguage> = {
  location_unconfirmed: {
    en: 'Your location could not be confirmed.',
    es: 'No se ha podido confirmar tu ubicación.',
    fr: 'Votre position n’a pas pu être confirmée.',
    de: 'Ihr Standort konnte nicht bestätigt werden.',
    pt: 'Não foi possível confirmar sua localização.',
    ar: 'تعذّر تأكيد موقعك.',
  },
  device_unconfirmed: {
    en: 'This device could not be confirmed.',
    es: 'No se ha podido confirmar este dispositivo.',
    fr: 'Cet appareil n’a pas pu être confirmé.',
    de: 'Dieses Gerät konnte nicht bestätigt werden.',
    pt: 'Não foi possível confirmar este dispositivo.',
    ar: 'تعذّر تأكيد هذا الجهاز.',
  },
  review_declined: {
    en: 'A person reviewed your last location check and declined it.',
    es: 'Una persona revisó tu última comprobación de ubicación y la rechazó.',
    fr: 'Une personne a examiné votre dernière vérification de position et l’a refusée.',
    de: 'Ihre letzte Standortprüfung wurde von einer Person geprüft und abgelehnt.',
    pt: 'Uma pessoa analisou sua última verificação de localização e a recusou.',
    ar: 'راجع أحد الموظفين آخر عملية تحقق من موقعك ورفضها.',
  },
};
