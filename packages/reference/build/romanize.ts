const LATIN: Record<string, string> = Object.fromEntries(
  'а=a б=b в=v г=g д=d е=e ё=yo ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);

/** Russian to Latin as on road signs; keeps initial capitals. */
export function romanize(text: string): string {
  return [...text]
    .map((letter) => {
      const latin = LATIN[letter.toLowerCase()];
      if (latin === undefined) return letter;
      return letter === letter.toLowerCase() ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
    })
    .join('');
}
