package dev.plumbline.source.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.source.Told;
import java.util.List;

/** The objects of one kind as they were last seen. */
interface ListedObjects {

  /** Takes these as all there are; what is to be told of it. */
  List<Told> all(List<JsonNode> objects);

  /** Takes this one as it is now, and adds what is to be told of it. */
  void put(JsonNode object, List<Told> told);

  /** Takes this one as gone, and adds what is to be told of it. */
  void remove(JsonNode object, List<Told> told);
}
