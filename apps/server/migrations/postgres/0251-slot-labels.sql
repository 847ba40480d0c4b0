-- Places of a plant are found by their labels: an import asks for those of every step.
create index slots_plant_label on slots (plant_id, label);
drop index slots_plant;
