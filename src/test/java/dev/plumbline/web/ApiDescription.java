package dev.plumbline.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.plumbline.fact.ObjectRef;
import io.quarkus.smallrye.openapi.OpenApiFilter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.RecordComponentInfo;

/**
 * Completes the generated OpenAPI document at build time: record components are required unless
 * optional, and nullable if annotated; every operation may respond with a problem.
 */
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD)
public final class ApiDescription implements OASFilter {

  private static final String SCHEMA = "org.eclipse.microprofile.openapi.annotations.media.Schema";
  private static final String OURS = "dev.plumbline.web.";
  private static final String PROBLEM = "#/components/responses/Problem";

  private static final DotName NULLABLE = DotName.createSimple("org.jspecify.annotations.Nullable");
  private static final DotName TREE =
      DotName.createSimple("com.fasterxml.jackson.databind.JsonNode");

  private final Map<String, ClassInfo> records = new HashMap<>();

  public ApiDescription(IndexView index) {
    for (ClassInfo each : index.getKnownClasses()) {
      String name = each.name().toString();
      if (each.isRecord() && (name.startsWith(OURS) || name.equals(ObjectRef.class.getName()))) {
        AnnotationInstance schema = each.declaredAnnotation(DotName.createSimple(SCHEMA));
        AnnotationValue explicitName = schema == null ? null : schema.value("name");
        ClassInfo duplicate =
            records.put(explicitName == null ? each.simpleName() : explicitName.asString(), each);
        if (duplicate != null && !duplicate.name().equals(each.name())) {
          throw new IllegalStateException(
              each.name() + " has the schema name of " + duplicate.name());
        }
      }
    }
  }

  @Override
  public void filterOpenAPI(OpenAPI api) {
    var schemas = new TreeMap<>(api.getComponents().getSchemas());
    schemas.forEach(
        (name, schema) -> {
          ClassInfo type = records.get(name);
          if (type != null && schema.getProperties() != null) {
            complete(schema, type);
          }
        });
    api.getComponents().setSchemas(schemas);
  }

  @Override
  public Operation filterOperation(Operation operation) {
    operation.getResponses().addAPIResponse("default", OASFactory.createAPIResponse().ref(PROBLEM));
    return operation;
  }

  private static void complete(Schema schema, ClassInfo type) {
    Map<String, Schema> derived = schema.getProperties();
    var properties = new LinkedHashMap<String, Schema>();
    var required = new ArrayList<String>();
    for (RecordComponentInfo component : type.recordComponents()) {
      AnnotationInstance renamed =
          component.field().annotation(DotName.createSimple(JsonProperty.class));
      String name = renamed == null ? component.name() : renamed.value().asString();
      Schema property = derived.get(name);
      if (property == null) {
        throw new IllegalStateException(type.name() + " has no property " + name);
      }
      if (component.type().name().equals(TREE)) {
        property = OASFactory.createSchema().description(property.getDescription());
      }
      if (component.field().hasAnnotation(DotName.createSimple(JsonInclude.class))) {
        properties.put(name, property);
      } else {
        required.add(name);
        properties.put(
            name, component.type().hasAnnotation(NULLABLE) ? nullable(property) : property);
      }
    }
    schema.setProperties(properties);
    schema.setRequired(required);
  }

  private static Schema nullable(Schema schema) {
    return schema.getRef() == null
        ? schema.addType(SchemaType.NULL)
        : OASFactory.createSchema()
            .description(schema.getDescription())
            .addAnyOf(OASFactory.createSchema().ref(schema.getRef()))
            .addAnyOf(OASFactory.createSchema().addType(SchemaType.NULL));
  }
}
