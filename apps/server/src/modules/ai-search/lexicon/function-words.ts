import { lexiconKey } from '@headwater/domain/plain-query/words';

const english = `than|then|this|that|these|those|there|their|they|them|he|she|his|her|hers|it|its|be|been|was|were|do|does|did|done|not|nor|so|such|as|at|by|on|to|up|out|off|into|over|under|after|before|about|above|below|between|during|until|while|because|if|when|where|why|how|all|each|every|both|few|more|less|other|another|some|own|too|very|just|now|will|would|could|should|shall|might|our|your|my|me|you|him|who|whom|which|what|also|only|even|ever|never|old|older|young|younger|age|ages|aged|male|female|woman|women|men|please|thanks|hello|hi`;
const russian = `это|этот|тот|такой|так|как|что|чтобы|если|уже|еще|нет|да|под|над|при|до|после|перед|через|между|более|менее|больше|меньше|чем|он|она|они|вы|его|её|их|наш|ваш|свой|весь|все|сам|самый|другой|каждый|где|когда|там|тут|здесь|сейчас|потом|теперь|мужчина|женщина|девушка|возраст|старше|моложе|младше|молодой|спасибо|привет`;

/** Many small towns have such names, but requests do not mean them. */
export const functionWords: ReadonlySet<string> = new Set(`${english}|${russian}`.split('|').map(lexiconKey));
