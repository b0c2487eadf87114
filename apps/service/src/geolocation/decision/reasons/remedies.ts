import type { InEveryLanguage } from '@standpoint/contract/words/languages';

/**
 * The advice to the person, by remedy. Parts in [ ] are left out unless their values are known.
 */
export const REMEDIES = {
  open_location_settings: {
    en: 'Allow location for this page in the settings of your browser and device, then try again.',
    es: 'Permite la ubicación para esta página en los ajustes del navegador y del dispositivo y vuelve a intentarlo.',
    fr: 'Autorisez la localisation pour cette page dans les réglages du navigateur et de l’appareil, puis réessayez.',
    de:
      'Erlauben Sie den Standort für diese Seite in den Einstellungen von Browser und Gerät und ' +
      'versuchen Sie es erneut.',
    pt: 'Permita a localização para esta página nas configurações do navegador e do dispositivo e tente novamente.',
    ar: 'اسمح لهذه الصفحة باستخدام الموقع من إعدادات المتصفح والجهاز، ثم حاول مرة أخرى.',
  },
  ask_site_owner: {
    en: 'Open the page in its own tab, or tell the operator of this site that location is blocked.',
    es: 'Abre la página en su propia pestaña o avisa al responsable del sitio de que la ubicación está bloqueada.',
    fr: 'Ouvrez la page dans son propre onglet ou signalez au responsable du site que la localisation est bloquée.',
    de: 'Öffnen Sie die Seite in einem eigenen Tab oder melden Sie dem Betreiber, dass der Standort blockiert ist.',
    pt: 'Abra a página em uma aba própria ou avise o responsável pelo site que a localização está bloqueada.',
    ar: 'افتح الصفحة في علامة تبويب مستقلة، أو أبلغ القائم على هذا الموقع الإلكتروني بأن تحديد الموقع محظور.',
  },
  turn_on_location: {
    en: 'Turn on location services on your device, then try again.',
    es: 'Activa la ubicación en tu dispositivo y vuelve a intentarlo.',
    fr: 'Activez la localisation sur votre appareil, puis réessayez.',
    de: 'Schalten Sie die Ortungsdienste Ihres Geräts ein und versuchen Sie es erneut.',
    pt: 'Ative a localização no seu dispositivo e tente novamente.',
    ar: 'شغّل خدمات الموقع على جهازك، ثم حاول مرة أخرى.',
  },
  move_near_window: {
    en: 'Move near a window or outdoors, then try again.',
    es: 'Acércate a una ventana o sal al aire libre y vuelve a intentarlo.',
    fr: 'Rapprochez-vous d’une fenêtre ou sortez, puis réessayez.',
    de: 'Gehen Sie an ein Fenster oder ins Freie und versuchen Sie es erneut.',
    pt: 'Vá para perto de uma janela ou para um local aberto e tente novamente.',
    ar: 'اقترب من نافذة أو اخرج إلى مكان مفتوح، ثم حاول مرة أخرى.',
  },
  turn_on_precise_location: {
    en: 'Turn on precise location for this app or browser, then try again.',
    es: 'Activa la ubicación precisa para esta aplicación o navegador y vuelve a intentarlo.',
    fr: 'Activez la position exacte pour cette application ou ce navigateur, puis réessayez.',
    de: 'Schalten Sie den genauen Standort für diese App oder diesen Browser ein und versuchen Sie es erneut.',
    pt: 'Ative a localização precisa para este aplicativo ou navegador e tente novamente.',
    ar: 'شغّل الموقع الدقيق لهذا التطبيق أو المتصفح، ثم حاول مرة أخرى.',
  },
  turn_on_wifi: {
    en: 'Turn on Wi-Fi, wait a moment, then try again. A phone is usually more precise than a computer.',
    es: 'Activa el wifi, espera un momento y vuelve a intentarlo. Un teléfono suele ser más preciso que un ordenador.',
    fr:
      'Activez le Wi-Fi, attendez un instant, puis réessayez. Un téléphone est en général plus précis ' +
      'qu’un ordinateur.',
    de:
      'Schalten Sie WLAN ein, warten Sie kurz und versuchen Sie es erneut. Ein Smartphone ist meist ' +
      'genauer als ein Computer.',
    pt: 'Ative o Wi-Fi, aguarde um momento e tente novamente. Um celular costuma ser mais preciso que um computador.',
    ar: 'شغّل شبكة Wi-Fi وانتظر قليلًا، ثم حاول مرة أخرى. الهاتف عادةً أدق من الحاسوب.',
  },
  retry_now: {
    en: 'Please try again now.',
    es: 'Vuelve a intentarlo ahora.',
    fr: 'Veuillez réessayer maintenant.',
    de: 'Bitte versuchen Sie es jetzt erneut.',
    pt: 'Tente novamente agora.',
    ar: 'يُرجى المحاولة مرة أخرى الآن.',
  },
  load_page_again: {
    en: 'Update the app, or load the page again without blocking its scripts, then try again.',
    es: 'Actualiza la aplicación, o vuelve a cargar la página sin bloquear sus scripts, e inténtalo de nuevo.',
    fr: 'Mettez l’application à jour, ou rechargez la page sans bloquer ses scripts, puis réessayez.',
    de:
      'Aktualisieren Sie die App oder laden Sie die Seite neu, ohne ihre Skripte zu blockieren, und ' +
      'versuchen Sie es erneut.',
    pt: 'Atualize o aplicativo, ou recarregue a página sem bloquear os scripts dela, e tente novamente.',
    ar: 'حدّث التطبيق، أو أعد تحميل الصفحة دون حظر برامجها النصية، ثم حاول مرة أخرى.',
  },
  check_device_clock: {
    en: 'Set the date and time on your device to automatic, then try again.',
    es: 'Ajusta la fecha y la hora de tu dispositivo en modo automático y vuelve a intentarlo.',
    fr: 'Réglez la date et l’heure de votre appareil sur automatique, puis réessayez.',
    de: 'Stellen Sie Datum und Uhrzeit Ihres Geräts auf „Automatisch“ und versuchen Sie es erneut.',
    pt: 'Ajuste a data e a hora do seu dispositivo para automático e tente novamente.',
    ar: 'اضبط التاريخ والوقت في جهازك على الوضع التلقائي، ثم حاول مرة أخرى.',
  },
  go_to_supported_place: {
    en:
      'You can use the service once you are in a supported place.[ Supported: {regions}.][ Not ' +
      'included: {not_included}.]',
    es:
      'Podrás usar el servicio cuando estés en un lugar donde esté disponible.[ Disponible en: ' +
      '{regions}.][ No incluye: {not_included}.]',
    fr:
      'Vous pourrez utiliser le service lorsque vous serez dans un lieu desservi.[ Lieux desservis : ' +
      '{regions}.][ Non compris : {not_included}.]',
    de:
      'Sie können den Dienst nutzen, sobald Sie an einem unterstützten Ort sind.[ Unterstützt: ' +
      '{regions}.][ Nicht enthalten: {not_included}.]',
    pt:
      'Você poderá usar o serviço quando estiver em um local atendido.[ Locais atendidos: {regions}.][ ' +
      'Não inclui: {not_included}.]',
    ar:
      'يمكنك استخدام الخدمة عندما تكون في مكان تتوفر فيه.[ الأماكن المتاحة: {regions}.][ لا يشمل ذلك: ' +
      '{not_included}.]',
  },
  leave_excluded_place: {
    en: 'You can use the service once you have left this place.',
    es: 'Podrás usar el servicio cuando hayas salido de este lugar.',
    fr: 'Vous pourrez utiliser le service lorsque vous aurez quitté cet endroit.',
    de: 'Sie können den Dienst nutzen, sobald Sie diesen Ort verlassen haben.',
    pt: 'Você poderá usar o serviço quando tiver saído deste local.',
    ar: 'يمكنك استخدام الخدمة بعد مغادرة هذا المكان.',
  },
  sharpen_position_at_border: {
    en:
      'Turn on Wi-Fi and precise location, then try again.[ About {metres} m to the {direction} it can ' +
      'be told for certain.] If you live here, contact support.',
    es:
      'Activa el wifi y la ubicación precisa y vuelve a intentarlo.[ A unos {metres} m hacia el ' +
      '{direction} se puede saber con seguridad.] Si vives aquí, contacta con el servicio de ayuda.',
    fr:
      'Activez le Wi-Fi et la position exacte, puis réessayez.[ À environ {metres} m, direction ' +
      '{direction}, on peut le savoir avec certitude.] Si vous habitez ici, contactez l’assistance.',
    de:
      'Schalten Sie WLAN und genauen Standort ein und versuchen Sie es erneut.[ Etwa {metres} m weiter ' +
      'in Richtung {direction} lässt es sich sicher feststellen.] Wenn Sie hier wohnen, wenden Sie sich ' +
      'an den Kundendienst.',
    pt:
      'Ative o Wi-Fi e a localização precisa e tente novamente.[ A cerca de {metres} m para o ' +
      '{direction}, é possível saber com certeza.] Se você mora aqui, fale com o suporte.',
    ar:
      'شغّل شبكة Wi-Fi والموقع الدقيق، ثم حاول مرة أخرى.[ على بُعد نحو {metres} م باتجاه {direction} ' +
      'يمكن معرفة ذلك بشكل مؤكد.] إذا كنت تسكن هنا فتواصل مع الدعم.',
  },
  confirm_your_place: {
    en: 'Check the place in your account, or contact support if you are travelling.',
    es: 'Comprueba el lugar en tu cuenta o contacta con el servicio de ayuda si estás de viaje.',
    fr: 'Vérifiez le lieu dans votre compte ou contactez l’assistance si vous êtes en voyage.',
    de: 'Prüfen Sie den Ort in Ihrem Konto, oder wenden Sie sich auf Reisen an den Kundendienst.',
    pt: 'Confira o local na sua conta ou fale com o suporte se estiver viajando.',
    ar: 'تحقق من المكان في حسابك، أو تواصل مع الدعم إذا كنت مسافرًا.',
  },
  turn_off_vpn: {
    en: 'Turn off any VPN and try again.',
    es: 'Desactiva cualquier VPN y vuelve a intentarlo.',
    fr: 'Désactivez tout VPN et réessayez.',
    de: 'Falls Sie ein VPN nutzen, schalten Sie es aus und versuchen Sie es erneut.',
    pt: 'Desative qualquer VPN e tente novamente.',
    ar: 'أوقف أي شبكة VPN وحاول مرة أخرى.',
  },
  turn_off_proxy: {
    en: 'Turn off any proxy and try again.',
    es: 'Desactiva cualquier proxy y vuelve a intentarlo.',
    fr: 'Désactivez tout proxy et réessayez.',
    de: 'Schalten Sie den Proxy aus und versuchen Sie es erneut.',
    pt: 'Desative qualquer proxy e tente novamente.',
    ar: 'أوقف أي خادم وكيل (بروكسي) وحاول مرة أخرى.',
  },
  leave_tor: {
    en: 'Open this page in a browser that does not use Tor, then try again.',
    es: 'Abre esta página en un navegador que no use Tor y vuelve a intentarlo.',
    fr: 'Ouvrez cette page dans un navigateur qui n’utilise pas Tor, puis réessayez.',
    de: 'Öffnen Sie diese Seite in einem Browser, der Tor nicht verwendet, und versuchen Sie es erneut.',
    pt: 'Abra esta página em um navegador que não use o Tor e tente novamente.',
    ar: 'افتح هذه الصفحة في متصفح لا يستخدم شبكة Tor، ثم حاول مرة أخرى.',
  },
  use_local_connection: {
    en: 'Connect directly to the internet where you are, for example through the Wi-Fi there, then try again.',
    es:
      'Conéctate directamente a internet desde donde estás, por ejemplo con el wifi del lugar, y vuelve ' +
      'a intentarlo.',
    fr: 'Connectez-vous directement à internet là où vous êtes, par exemple par le Wi-Fi sur place, puis réessayez.',
    de:
      'Verbinden Sie sich dort, wo Sie sind, direkt mit dem Internet, etwa über das WLAN vor Ort, und ' +
      'versuchen Sie es erneut.',
    pt: 'Conecte-se diretamente à internet onde você está, por exemplo pelo Wi-Fi do local, e tente novamente.',
    ar: 'اتصل بالإنترنت مباشرةً من مكانك، مثلًا عبر شبكة Wi-Fi المحلية، ثم حاول مرة أخرى.',
  },
  use_usual_device: {
    en:
      'Try again with your usual device and connection, with nothing that changes your location. If ' +
      'that does not help, contact support.',
    es:
      'Vuelve a intentarlo con tu dispositivo y tu conexión habituales, sin nada que cambie tu ' +
      'ubicación. Si no funciona, contacta con el servicio de ayuda.',
    fr:
      'Réessayez avec votre appareil et votre connexion habituels, sans rien qui modifie votre ' +
      'position. Si cela ne suffit pas, contactez l’assistance.',
    de:
      'Versuchen Sie es erneut mit Ihrem gewohnten Gerät und Ihrer gewohnten Verbindung, ohne etwas, ' +
      'das Ihren Standort verändert. Hilft das nicht, wenden Sie sich an den Kundendienst.',
    pt:
      'Tente novamente com seu dispositivo e sua conexão habituais, sem nada que altere sua ' +
      'localização. Se não funcionar, fale com o suporte.',
    ar: 'حاول مرة أخرى بجهازك واتصالك المعتادين، دون أي شيء يغيّر موقعك. إذا لم ينجح ذلك فتواصل مع الدعم.',
  },
  tell_about_devices: {
    en: 'If you share this device with others, or use several devices, contact support so that this can be noted.',
    es: 'Si compartes este dispositivo o usas varios, contacta con el servicio de ayuda para que lo tengan en cuenta.',
    fr:
      'Si vous partagez cet appareil ou en utilisez plusieurs, contactez l’assistance pour que ce soit ' +
      'pris en compte.',
    de:
      'Wenn Sie dieses Gerät mit anderen teilen oder mehrere Geräte nutzen, wenden Sie sich an den ' +
      'Kundendienst, damit das vermerkt wird.',
    pt: 'Se você compartilha este dispositivo ou usa vários, fale com o suporte para que isso seja registrado.',
    ar: 'إذا كنت تشارك هذا الجهاز مع آخرين أو تستخدم عدة أجهزة، فتواصل مع الدعم لتسجيل ذلك.',
  },
  stop_screen_sharing: {
    en: 'Stop sharing, recording and remote control of your screen, then try again.',
    es: 'Deja de compartir, grabar y controlar a distancia tu pantalla y vuelve a intentarlo.',
    fr: 'Arrêtez le partage, l’enregistrement et le contrôle à distance de votre écran, puis réessayez.',
    de: 'Beenden Sie Bildschirmfreigabe, Aufnahme und Fernsteuerung und versuchen Sie es erneut.',
    pt: 'Pare de compartilhar, gravar e controlar sua tela a distância e tente novamente.',
    ar: 'أوقف مشاركة الشاشة وتسجيلها والتحكم فيها عن بُعد، ثم حاول مرة أخرى.',
  },
  use_app_or_phone: {
    en: 'Update the app, or continue on your phone.',
    es: 'Actualiza la aplicación o continúa en tu teléfono.',
    fr: 'Mettez l’application à jour ou continuez sur votre téléphone.',
    de: 'Aktualisieren Sie die App oder fahren Sie auf Ihrem Smartphone fort.',
    pt: 'Atualize o aplicativo ou continue no seu celular.',
    ar: 'حدّث التطبيق، أو تابع على هاتفك.',
  },
  try_again_or_ask: {
    en: 'You may try again now. If you think this is wrong, contact support.',
    es: 'Puedes volver a intentarlo ahora. Si crees que es un error, contacta con el servicio de ayuda.',
    fr: 'Vous pouvez réessayer maintenant. Si vous pensez que c’est une erreur, contactez l’assistance.',
    de:
      'Sie können es jetzt erneut versuchen. Wenn Sie das für einen Irrtum halten, wenden Sie sich an ' +
      'den Kundendienst.',
    pt: 'Você pode tentar novamente agora. Se acha que houve um engano, fale com o suporte.',
    ar: 'يمكنك المحاولة مرة أخرى الآن. إذا كنت تعتقد أن هذا خطأ فتواصل مع الدعم.',
  },
} satisfies Record<string, InEveryLanguage>;
