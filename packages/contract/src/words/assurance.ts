import type { CheckWords } from './check-words.ts';
import type { InEveryLanguage } from './languages.ts';
import { textOf } from './values.ts';

export const ASSURANCE: Record<string, CheckWords> = {
  attestation_missing: {
    name: 'No attestation, and the policy asks for one',
    pass: ({ demanded }) => `Proven as the policy demands: ${textOf(demanded)}.`,
    found: ({ demanded, attestation: was, second_device }) =>
      `The policy demands ${textOf(demanded)}; attestation ${textOf(was)}, ` +
      `${second_device ? 'a second device' : 'no second device'}.`,
  },
};

export const ASSURANCE_TOLD: Record<string, InEveryLanguage> = {
  attestation_missing: {
    en: 'Your location cannot be confirmed well enough on this device.',
    es: 'Tu ubicación no se puede confirmar con suficiente seguridad en este dispositivo.',
    fr: 'Votre position ne peut pas être confirmée de façon assez sûre sur cet appareil.',
    de: 'Ihr Standort lässt sich auf diesem Gerät nicht sicher genug bestätigen.',
    pt: 'Não é possível confirmar sua localização com segurança suficiente neste dispositivo.',
    ar: 'لا يمكن تأكيد موقعك بدرجة كافية على هذا الجهاز.',
  },
};
