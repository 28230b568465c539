import { regionName } from '#lib/names.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { errorAt, useEditor } from '../model/editor-form.ts';
import { ItemList } from './ItemList.tsx';
import { Part } from './Part.tsx';
import { ReferenceInput } from './ReferenceInput.tsx';

const emptyPlace = { city: null, city_id: null, country: null, country_code: null, lat: null, lon: null };

const countryOf = (code: string | null | undefined) => (code ? regionName(code) : undefined);

export function PlacesPart() {
  const { t } = useTranslation('profile-editor');
  const { form } = useEditor();
  return (
    <Part title={t('field.locations')} fields={['locations']}>
      <ItemList
        list="locations"
        shape="line"
        addLabel={t('addPlace')}
        make={() => ({ ...emptyPlace, city: '' })}
        itemName={(place, index) => place.city || place.country || t('nth', { place: index + 1 })}
      >
        {(place, index) => (
          <ReferenceInput
            field="location"
            aria-label={t('place')}
            placeholder={t('placeHint')}
            maxLength={255}
            value={place.city ?? place.country ?? ''}
            description={place.city ? (place.country ?? countryOf(place.country_code)) : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            error={errorAt(form, `locations.${index}.city`)}
            onText={(text) => form.setFieldValue(`locations.${index}`, { ...emptyPlace, city: text, key: place.key })}
            onPick={(one) => {
              const [code = ''] = one.id.split('.');
              const country = one.is_city ? {} : /^[A-Z]{2}$/.test(code) ? { country_code: code } : {};
              const isCountry = one.id === code && !one.is_city;
              form.setFieldValue(`locations.${index}`, {
                ...emptyPlace,
                ...country,
                city: isCountry ? null : one.name,
                country: isCountry ? one.name : null,
                city_id: one.is_city && /^\d+$/.test(one.id) ? Number(one.id) : null,
                key: place.key,
              });
            }}
          />
        )}
      </ItemList>
    </Part>
  );
}
