import type { Texts } from './en.ts';

export const pt: Texts = {
  messages: {
    permission_denied: 'Esta página não tem permissão para usar sua localização.',
    permission_blocked_by_policy: 'A configuração desta página bloqueia a localização.',
    position_unavailable: 'Seu dispositivo não conseguiu descobrir onde está.',
    position_timeout: 'Seu dispositivo demorou demais para descobrir onde está.',
    precise_location_off: 'Seu dispositivo compartilha apenas uma localização aproximada.',
    accuracy_too_low: 'Sua localização não é precisa o suficiente.',
    position_stale: 'Sua localização está desatualizada.',
    position_in_future: 'A hora da sua localização não corresponde ao relógio do seu dispositivo.',
    country_not_allowed: 'Este serviço não está disponível no país em que você está.',
    subdivision_not_allowed: 'Este serviço não está disponível no estado ou na região em que você está.',
    area_not_allowed: 'Este serviço não está disponível na área em que você está.',
    exclusion_zone: 'Este serviço não está disponível neste local.',
    border_uncertain: 'Você está perto demais de uma fronteira para saber de que lado está.',
    jurisdiction_unexpected: 'Você parece estar em um lugar diferente do esperado.',
    ip_country_mismatch: 'Sua conexão com a internet e sua localização estão em países diferentes.',
    ip_vpn: 'Sua conexão com a internet esconde sua origem.',
    ip_proxy: 'Sua conexão com a internet esconde sua origem.',
    ip_tor: 'Sua conexão com a internet esconde sua origem.',
    ip_hosting: 'Sua conexão com a internet esconde sua origem.',
    ip_changed: 'O endereço da sua rede mudou.',
    clock_skew: 'O relógio do seu dispositivo está errado.',
    screen_shared: 'Sua tela está sendo compartilhada ou gravada.',
    remote_control: 'Este dispositivo está sendo controlado de outro lugar.',
    attestation_unavailable: 'Não foi possível confirmar este dispositivo neste momento.',
    attestation_missing:
      'Não é possível confirmar sua localização com segurança suficiente neste dispositivo.',
  },
  remedies: {
    open_location_settings:
      'Permita a localização para esta página nas configurações do navegador e do dispositivo e tente novamente.',
    ask_site_owner:
      'Abra a página em uma aba própria ou avise o responsável pelo site que a localização está bloqueada.',
    turn_on_location: 'Ative a localização no seu dispositivo e tente novamente.',
    move_near_window: 'Vá para perto de uma janela ou para um local aberto e tente novamente.',
    turn_on_precise_location:
      'Ative a localização precisa para este aplicativo ou navegador e tente novamente.',
    turn_on_wifi:
      'Ative o Wi-Fi, aguarde um momento e tente novamente. Um celular costuma ser mais preciso que um computador.',
    retry_now: 'Tente novamente agora.',
    check_device_clock: 'Ajuste a data e a hora do seu dispositivo para automático e tente novamente.',
    go_to_supported_place:
      'Você poderá usar o serviço quando estiver em um local atendido.[ Locais atendidos: {regions}.]',
    leave_excluded_place: 'Você poderá usar o serviço quando tiver saído deste local.',
    move_away_from_border:
      'Afaste-se da fronteira[, cerca de {metres} m para o {direction},] e tente novamente.',
    confirm_your_place: 'Confira o local na sua conta ou fale com o suporte se estiver viajando.',
    turn_off_vpn: 'Desative qualquer VPN e tente novamente.',
    stop_screen_sharing: 'Pare de compartilhar, gravar e controlar sua tela a distância e tente novamente.',
    use_app_or_phone: 'Atualize o aplicativo ou continue no seu celular.',
  },
  compass: {
    n: 'norte',
    ne: 'nordeste',
    e: 'leste',
    se: 'sudeste',
    s: 'sul',
    sw: 'sudoeste',
    w: 'oeste',
    nw: 'noroeste',
  },
};
