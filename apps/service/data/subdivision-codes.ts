/**
 * Natural Earth's admin-1 polygons carry ISO 3166-2 codes of several years. These tables bring them to
 * current codes.
 *
 * The rule for a reform: an old area that lies inside one new area takes the new code; an old area that was
 * split takes none (`-`), because a subdivision that is wrong for half of its people is worse than none.
 * Written as `old=new`, without the country; a few old codes were given to other areas since (IR, MA, UG), so
 * a valid code proves nothing there.
 */
const BY_CODE: Record<string, string> = {
  AE: 'X01~=- X02~=-',
  AF: 'PKA=PIA PIA=PKA',
  AU: 'X02~=- X03~=TAS X04~=-',
  AZ: 'X01~=SUS',
  BA: 'X01~=SRP X02~=SRP X03~=SRP X04~=SRP X05~=SRP X06~=SRP X07~=SRP',
  BH: '16=-',
  BS: 'X01~=NP',
  CD: 'BN=- OR=- KA=- KW=- KE=- EQ=-',
  CI: '10=DN 17=WR 06=MG 08=ZZ 05=CM 13=CM 03=SV 19=MG 09=BS 15=GD 01=- 02=SM 16=LG 11=LC 12=SM 18=GD 04=VB 07=- 14=WR',
  CZ: 'JC=31 JM=64 KA=41 KR=52 LI=51 MO=80 OL=71 PA=53 PL=32 PR=10 ST=20 US=42 VY=63 ZL=72',
  DZ: '01=- 07=- 08=- 11=- 30=- 33=- 39=- 47=-',
  EE: '44=45 49=50 51=52 57=56 59=60 65=64 67=68 70=71 78=79 82=81 86=87',
  ET: 'SN=-',
  FR: '75=75C',
  GB: 'DRY=DRS STB=DRS FER=FMO OMH=FMO DGN=MUL CKT=MUL MFT=MUL ARM=ABC CGV=ABC BNB=ABC NYM=NMD DOW=NMD LMV=CCG CLR=CCG MYL=CCG BLY=CCG LRN=MEA CKF=MEA BLA=MEA NTA=ANN ANT=ANN NDN=AND ARD=AND LSB=LBC CSR=LBC BMH=BCP POL=BCP NTH=-',
  GH: 'BA=- NP=- TV=- WP=-',
  GL: 'QA=- UO=-',
  GR: 'A1=I',
  GT: 'AV=16 BV=15 CM=04 CQ=20 ES=05 GU=01 HU=13 IZ=18 JA=21 JU=22 PE=17 PR=02 QC=14 QZ=09 RE=11 SA=03 SM=12 SO=07 SR=06 SU=10 TO=08 ZA=19',
  HU: 'ED=ER',
  ID: 'KI=- PA=- PB=-',
  IN: 'UT=UK OR=OD CT=CG TG=TS',
  IQ: 'TS=KI',
  IR: '01=03 02=04 03=24 04=10 05=16 06=18 08=14 10=06 11=19 12=20 13=11 14=07 15=08 16=12 17=05 18=17 19=01 20=15 21=02 22=00 23=22 24=13 25=21 26=25 28=26 30=09 31=28',
  IS: '0=1',
  IT: 'AO=23 CI=SU VS=SU OG=NU OT=SS',
  KE: '110=30 200=- 300=- 400=- 500=- 600=- 700=- 800=-',
  KN: '14=15',
  KZ: 'VOS=- KAR=- YUZ=- ZHA=31 MAN=47 KZY=43 AKT=15 SEV=59 KUS=39 PAV=55 ZAP=27 ATY=23 AKM=11 AST=71',
  LC: '04=- 09=-',
  LR: 'X1~=GP X2~=RG',
  LU: 'D=- G=- L=-',
  LV: '001=- 003=112 004=042 005=054 006=050 008=022 009=094 010=026 012=062 013=052 014=015 017=113 018=088 019=113 020=011 021=059 023=058 024=047 025=111 027=097 028=112 029=099 030=059 031=080 032=112 034=016 035=067 036=111 037=091 038=002 039=022 040=099 043=099 044=058 045=113 046=002 048=091 049=042 051=067 053=067 055=022 057=059 060=113 061=091 063=097 064=113 065=002 066=112 069=041 070=022 071=112 072=002 074=112 075=022 076=094 078=073 079=097 081=112 082=015 083=016 084=113 085=054 086=042 090=089 092=002 093=050 095=080 096=113 098=026 100=112 103=073 104=022 105=016 107=042 108=015 109=077 110=058 JKB=042 VMR=113',
  LY: 'GD=NL AJ=WA TN=- QB=DR MZ=JG',
  MA: '01=01 02=04 03=- 04=02 05=03 06=- 07=04 08=06 09=- 10=- 11=07 12=05 13=- 14=- 15=11 16=12',
  MD: 'CAM=SN GRI=SN',
  MK: '01=801 02=802 03=201 04=501 05=401 06=601 07=402 08=602 09=803 10=403 11=404 12=301 13=101 14=202 15=307 16=603 17=804 18=405 19=604 20=102 21=303 22=304 23=203 24=103 25=502 26=406 27=503 28=307 29=805 30=605 31=307 32=806 33=204 34=807 35=606 36=104 37=205 38=808 39=809 40=307 41=407 42=206 43=701 44=702 45=504 46=505 47=703 48=704 49=105 50=607 51=207 52=308 53=506 54=106 55=507 56=408 57=307 58=310 60=208 61=311 62=508 63=209 64=409 65=705 66=509 67=107 68=811 69=108 70=812 71=706 72=312 73=410 74=813 75=608 76=609 77=814 78=313 79=815 80=109 81=210 82=816 83=211 84=817 85=-',
  MR: 'NKC=-',
  MU: 'BR=PW QB=PW VP=PW CU=PW',
  MV: '12=MLE',
  MX: 'DIF=CMX',
  NA: 'OK=-',
  NO: '01=31 02=32 04=34 05=34 06=33 07=39 08=40 09=42 10=42 12=46 14=46 16=50 17=50 19=55 20=56',
  NP: 'KA=P6 MA=P7 SE=P7 DH=P4 GA=P4 BA=P3 JA=- SA=- KO=P1 ME=P1 NA=- LU=- RA=- BH=-',
  OM: 'BA=BS SH=SJ',
  PA: '8=-',
  PH: 'MAG=- MNL=00 BCD=NEC MDE=CEB LAP=CEB',
  PL: 'DS=02 KP=04 LB=08 LD=10 LU=06 MA=12 MZ=14 OP=16 PD=20 PK=18 PM=22 SK=26 SL=24 WN=28 WP=30 ZP=32',
  PS: 'GZZ=- WBK=-',
  SC: 'X02~=-',
  SI: '05=-',
  ST: 'S=-',
  SY: 'X01~=-',
  TD: 'X01~=-',
  TJ: 'X01~=RA',
  TT: 'RCM=MRC ETO=TOB WTO=TOB',
  TW: 'TPQ=NWT',
  TZ: '14=-',
  UG: '114=115 115=116 116=114 218=220 219=221 220=222 221=223 222=224 223=218 224=219 314=315 315=318 316=319 317=314 318=317 319=316 325=420 326=325 327=326 328=327 329=328 330=329 331=330 416=417 417=418 419=416 420=421 421=422 422=423 423=424 424=425 425=426',
  ZA: 'NL=KZN GT=GP',
};

/** Where one old code stands on several areas, the area's name decides. Keys are `code name`. */
const BY_NAME: Record<string, string | null> = {
  'BA-SRP Posavina': 'BA-BIH',
  'CO-CUN Bogota': 'CO-DC',
  'GB-WRL Halton': 'GB-HAL',
  'IR-07 Tehran': 'IR-23',
  'IR-07 Alborz': 'IR-30',
  'KZ-ALA Almaty': null,
  'KZ-ALA Almaty City': 'KZ-75',
  'PE-LIM Lima Province': 'PE-LMA',
  'SB-CH Western': 'SB-WE',
  'SD-DE Central Darfur': 'SD-DC',
};

/** Codes in force that are younger than the code list that the build checks against (Norway, 2024). */
export const NEWER_CODES = ['NO-31', 'NO-32', 'NO-33', 'NO-39', 'NO-40', 'NO-55', 'NO-56'];

/** ISO 3166-2 codes of territories that have an ISO 3166-1 code; the country code is used. */
const TERRITORIES: Record<string, string> = {
  'FR-GF': 'GF',
  'FR-GP': 'GP',
  'FR-MQ': 'MQ',
  'FR-RE': 'RE',
  'FR-YT': 'YT',
  'FR-973': 'GF',
  'FR-971': 'GP',
  'FR-972': 'MQ',
  'FR-974': 'RE',
  'FR-976': 'YT',
  'FI-01': 'AX',
  'NO-21': 'SJ',
  'NO-22': 'SJ',
  'NO-X01~': 'BV',
};

const corrections = new Map<string, string | null>(Object.entries(BY_NAME));
for (const [country, list] of Object.entries(BY_CODE)) {
  for (const pair of list.split(' ')) {
    const [from, to] = pair.split('=') as [string, string];
    corrections.set(`${country}-${from}`, to === '-' ? null : `${country}-${to}`);
  }
}

/** Every code that the tables lead to; the build checks each of them. */
export const CORRECTED_CODES = [...corrections.values()].filter((code) => code !== null);

/**
 * The current code and the country of a Natural Earth area; `code` is null when no current code covers it.
 */
export function currentCode(
  old: string,
  name: string,
  iso_a2: string,
  valid: Set<string>,
): { country: string; code: string | null } {
  const territory = TERRITORIES[old];
  if (territory) return { country: territory, code: null };
  if (old.startsWith('NL-BQ')) {
    return { country: 'BQ', code: { 'NL-BQ1': 'BQ-BO', 'NL-BQ2': 'BQ-SA', 'NL-BQ3': 'BQ-SE' }[old] ?? null };
  }
  for (const key of [`${old} ${name}`, old]) {
    const code = corrections.get(key);
    if (code !== undefined) return { country: old.slice(0, 2), code };
  }
  if (valid.has(old)) return { country: old.slice(0, 2), code: old };
  return { country: iso_a2, code: null };
}
