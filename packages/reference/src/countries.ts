import { indexNames, findNamed } from './name-lookup.ts';
import { normalizeName } from './normalize-name.ts';
import { once } from './once.ts';
import { readTable } from './table.ts';

export interface Country {
  /** ISO 3166-1 alpha-2 */
  code: string;
  name: string;
  nameRu: string;
  aliases: string[];
}

export const loadCountries: () => Country[] = once(() =>
  readTable('countries', (row) => ({
    code: row.text('code'),
    name: row.text('name'),
    nameRu: row.text('name_ru'),
    aliases: row.list('aliases'),
  })),
);

const byCode = once(() => new Map(loadCountries().map((country) => [country.code, country])));
const byName = once(() => indexNames(loadCountries()));

export function countryByCode(code: string): Country | undefined {
  return byCode().get(code.toUpperCase());
}

const alpha3 = `
  ALAAX AFGAF ALBAL DZADZ ASMAS ANDAD AGOAO AIAAI ATAAQ ATGAG ARGAR ARMAM ABWAW AUSAU AUTAT AZEAZ BHSBS BHRBH BGDBD BRBBB BLRBY BELBE
  BLZBZ BENBJ BMUBM BTNBT BOLBO BESBQ BIHBA BWABW BVTBV BRABR IOTIO BRNBN BGRBG BFABF BDIBI CPVCV KHMKH CMRCM CANCA CYMKY CAFCF
  TCDTD CHLCL CHNCN CXRCX CCKCC COLCO COMKM COGCG CODCD COKCK CRICR CIVCI HRVHR CUBCU CUWCW CYPCY CZECZ DNKDK DJIDJ DMADM DOMDO
  ECUEC EGYEG SLVSV GNQGQ ERIER ESTEE SWZSZ ETHET FLKFK FROFO FJIFJ FINFI FRAFR GUFGF PYFPF ATFTF GABGA GMBGM GEOGE DEUDE GHAGH
  GIBGI GRCGR GRLGL GRDGD GLPGP GUMGU GTMGT GGYGG GINGN GNBGW GUYGY HTIHT HMDHM VATVA HNDHN HKGHK HUNHU ISLIS INDIN IDNID IRNIR
  IRQIQ IRLIE IMNIM ISRIL ITAIT JAMJM JPNJP JEYJE JORJO KAZKZ KENKE KIRKI PRKKP KORKR KWTKW KGZKG LAOLA LVALV LBNLB LSOLS LBRLR
  LBYLY LIELI LTULT LUXLU MACMO MDGMG MWIMW MYSMY MDVMV MLIML MLTMT MHLMH MTQMQ MRTMR MUSMU MYTYT MEXMX FSMFM MDAMD MCOMC MNGMN
  MNEME MSRMS MARMA MOZMZ MMRMM NAMNA NRUNR NPLNP NLDNL NCLNC NZLNZ NICNI NERNE NGANG NIUNU NFKNF MKDMK MNPMP NORNO OMNOM PAKPK
  PLWPW PSEPS PANPA PNGPG PRYPY PERPE PHLPH PCNPN POLPL PRTPT PRIPR QATQA REURE ROURO RUSRU RWARW BLMBL SHNSH KNAKN LCALC MAFMF
  SPMPM VCTVC WSMWS SMRSM STPST SAUSA SENSN SRBRS SYCSC SLESL SGPSG SXMSX SVKSK SVNSI SLBSB SOMSO ZAFZA SGSGS SSDSS ESPES LKALK
  SDNSD SURSR SJMSJ SWESE CHECH SYRSY TWNTW TJKTJ TZATZ THATH TLSTL TGOTG TKLTK TONTO TTOTT TUNTN TURTR TKMTM TCATC TUVTV UGAUG
  UKRUA AREAE GBRGB USAUS UMIUM URYUY UZBUZ VUTVU VENVE VNMVN VGBVG VIRVI WLFWF ESHEH YEMYE ZMBZM ZWEZW`;
const byAlpha3 = once(
  () =>
    new Map(
      alpha3
        .trim()
        .split(/\s+/)
        .map((pair) => [pair.slice(0, 3), pair.slice(3)]),
    ),
);

/** Languages of accepted country names, in addition to English and Russian. */
const languages = 'de fr es it pt nl pl uk be kk tr cs sv da nb fi ro hu bg sr el he ar hi zh ja ko'.split(' ');
const byForeignName = once(() => {
  const names = new Map<string, Country>();
  for (const language of languages) {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const country of loadCountries()) {
      const name = normalizeName(display.of(country.code) ?? '');
      if (name !== '' && !names.has(name)) names.set(name, country);
    }
  }
  return names;
});

/** Accepts names in these languages, short names ("UK", "США") and ISO codes. */
export function findCountry(text: string): Country | undefined {
  const bare = text.trim();
  return findNamed(byName(), bare) ?? countryByCode(byAlpha3().get(bare.toUpperCase()) ?? bare) ?? byForeignName().get(normalizeName(bare));
}
